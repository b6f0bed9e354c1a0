// Waits until its standard input ends, then stops the backing in the folder, if it is still there, and removes it.
//   node caretaker.ts <folder>
import { rm } from "node:fs/promises";
import { stopBackingIn } from "./stop-leftovers.ts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: caretaker.ts <folder>");

process.stdin.resume();
process.stdin.once("end", async () => {
  await stopBackingIn(folder);
  await rm(folder, { recursive: true, force: true });
});
