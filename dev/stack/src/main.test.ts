import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));

test("a reader of the output that ends first does not end a command", async () => {
  const child = spawn(process.execPath, [main, "down"], {
    env: { ...process.env, RUN_FOLDER: temporaryFolder() },
  });
  child.stdout.destroy();
  expect(await text(child.stderr)).toBe("");
});
