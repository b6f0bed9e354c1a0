import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "playwright/test";
import { readStack, type Stack } from "../../dev/stack/src/stack-file.ts";

/** The stack of these tests, as it runs now: a restart changes process ids. */
export function runningStack(file = process.env["STACK_FILE"] ?? ""): Stack {
  const found = readStack(file);
  if (!found) throw new Error(`${file} is missing or incomplete`);
  return found;
}

/** File with the output of a command of the stack in this folder. */
export const outputIn = (folder: string, command: string): string => join(folder, `${command}.txt`);

/** Waits for the end of the `up` that started the stack: a test that stops processes would break its demo digest. */
export async function afterUp(): Promise<string> {
  const folder = dirname(process.env["STACK_FILE"] ?? "");
  const output = () => readFile(outputIn(folder, "up"), "utf8");
  await expect.poll(output, { timeout: 90_000 }).toContain("Up in");
  return output();
}
