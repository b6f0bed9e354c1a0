import { readStack, type Stack } from "../../dev/stack/src/stack-file.ts";

/** The stack of these tests, as it runs now: a restart changes process ids. */
export function runningStack(file = process.env["STACK_FILE"] ?? ""): Stack {
  const found = readStack(file);
  if (!found) throw new Error(`${file} is missing or incomplete`);
  return found;
}
