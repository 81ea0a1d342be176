// Generates a client of each document in one process, and prints the names of those that fail.
const [library, out, ...names] = process.argv.slice(2);
const { generate } = require(library);
(async () => {
  for (const input of names) {
    try {
      await generate({ input, output: `${out}/${input}`, httpClient: "fetch", useUnionTypes: true, clientName: "Client" });
    } catch {
      console.log("fails:", input);
    }
  }
})();
