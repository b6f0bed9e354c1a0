// Runs redis-server with these arguments on a free port, for tests that need servers of their own. Prints the port, and
// ends with its standard input.
import { spawn } from "node:child_process";
import { cacheFolder } from "../cache-folder.ts";
import { freePort } from "../ports.ts";
import { redisProgram, redisServerEnv } from "./native.ts";

const program = await redisProgram(cacheFolder(), (line) => process.stderr.write(`${line}\n`));
const port = String(await freePort());
const server = spawn(program, [...process.argv.slice(2), "--port", port], {
  env: redisServerEnv,
  stdio: ["ignore", "ignore", "inherit"],
});
server.once("exit", (code) => process.exit(code ?? 1));
process.stdout.write(port);
process.stdin.resume();
process.stdin.once("end", () => server.kill("SIGKILL"));
