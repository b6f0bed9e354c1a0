import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));

test("a reader of the output that ends first is no failure", async () => {
  const child = spawn(process.execPath, [main, "doctor"], { env: {} });
  child.stdout.destroy();
  expect(await text(child.stderr)).toBe("");
});
