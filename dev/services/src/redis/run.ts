// Runs redis-server with these arguments, for tests that need servers of their own. Ends with its standard input.
//   node run.ts --port 7000 …
import { spawn } from "node:child_process";
import { cacheFolder } from "../cache-folder.ts";
import { redisProgram, redisServerEnv } from "./native.ts";

const program = await redisProgram(cacheFolder(), (line) => process.stderr.write(`${line}\n`));
const server = spawn(program, process.argv.slice(2), {
  env: redisServerEnv,
  stdio: ["ignore", "ignore", "inherit"],
});
server.once("exit", (code) => process.exit(code ?? 1));
process.stdin.resume();
process.stdin.once("end", () => server.kill("SIGKILL"));
