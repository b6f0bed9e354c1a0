// Serves MongoDB's wire protocol from PostgreSQL with DocumentDB. For development: loopback only, no authentication.
//   node main.ts <port> <port of PostgreSQL>
import { createCommands } from "./commands.ts";
import { createConnections } from "./connections.ts";
import { handle } from "./handle.ts";
import { createWireServer } from "./wire.ts";

const [port, postgresPort] = process.argv.slice(2).map(Number);
if (!port || !postgresPort) throw new Error("usage: main.ts <port> <port of PostgreSQL>");

const log = (line: string) => process.stderr.write(`${new Date().toISOString()} ${line}\n`);
const connections = createConnections(postgresPort, log);
const commands = createCommands(connections);
const server = createWireServer((request) => handle(commands, request), log);
server.listen(port, "127.0.0.1", () => log(`listening on 127.0.0.1:${port}`));
