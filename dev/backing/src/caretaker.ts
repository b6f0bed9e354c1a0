// Waits until its standard input ends, then stops every process whose pid file lies in the folder, and removes it.
//   node caretaker.ts <folder>
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { stopByPidFile } from "./pid-file.ts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: caretaker.ts <folder>");

process.stdin.resume();
process.stdin.once("end", async () => {
  if (!existsSync(folder)) return;
  // "gateway.pid" sorts before "postgres.pid", which is also the order in which they should end.
  const files = (await readdir(folder, { recursive: true }))
    .filter((name) => /(^|[/.])pid$/.test(name))
    .toSorted();
  for (const file of files) await stopByPidFile(join(folder, file), { signal: "SIGINT" });
  await rm(folder, { recursive: true, force: true });
});
