// Waits until its standard input ends, stops the services that still run in the folder, and removes the folder.
//   node orphan-reaper.ts <folder>
import { rm } from "node:fs/promises";
import { stopDevServicesIn } from "./stop-leftovers.ts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: orphan-reaper.ts <folder>");

process.stdin.resume();
process.stdin.once("end", async () => {
  await stopDevServicesIn(folder);
  await rm(folder, { recursive: true, force: true });
});
