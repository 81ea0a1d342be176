package catalog

// reservedTypes are declared in the package of every area, or in its tests.
var reservedTypes = []string{
	"Client", "Fake", "NewClient", "NewClientWithCaller", "NewFake", "NewFakeClient", "NewHandler", "Routes", "Service",
	"TestEveryOperation", "TestNothingSensitiveIsShown", "TestOutcomes", "TestVectors", "UnimplementedService", "WithCodes",
}

// Names that shapes declare: methods of every shape, the field of an open one, and the members of a
// response.
var (
	reservedFields   = []string{"AppendJSON", "Validate", "String", "GoString", "Format", "LogValue", "MarshalJSON", "UnmarshalJSON"}
	reservedOpen     = []string{"Extra"}
	reservedResponse = []string{"Received", "Decode"}
)

// reservedMethods are other methods of the types with operations (the calls that a fake recorded, and the
// struct that an implementation embeds), and those for which go vet expects a signature that operations
// do not have.
var reservedMethods = []string{
	"Calls", "UnimplementedService", "ReadByte", "WriteByte", "UnreadByte", "ReadRune", "UnreadRune",
	"MarshalJSON", "UnmarshalJSON", "MarshalXML", "UnmarshalXML", "GobEncode", "GobDecode",
}
