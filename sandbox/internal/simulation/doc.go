// Package simulation has a test that runs a client, the handler of package api and a sandbox in one
// process, with a network and a clock of its own.
//
// All that happens by chance is drawn from a seed: what is called, when, with which policy, and the
// faults of network, service and clock. Time passes only while everything waits, so an hour takes
// milliseconds, and a deadline is kept exactly or not at all. network_test.go is the network,
// service_test.go the service with its faults, trial_test.go makes the calls of a seed and checks what
// is promised, and simulation_test.go runs many seeds.
package simulation
