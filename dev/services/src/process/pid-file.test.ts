import { expect, test } from "vitest";
import { identify, isRunning, startTimeOf } from "./pid-file.ts";

const stat = (state: string) =>
  `4242 (a (b) c) ${state} 1 4242 4242 0 -1 4194560 1 0 0 0 3 1 0 0 20 0 7 0 987654 1000 200 18446744073709551615`;

test("reads the start time after a command name with brackets and spaces", () => {
  expect(startTimeOf(stat("S"))).toBe("987654");
});

test("a zombie has no start time", () => {
  expect(startTimeOf(stat("Z"))).toBeUndefined();
});

test("a process with the same number and another start time is not the same process", () => {
  const me = identify(process.pid)!;
  expect(isRunning(me)).toBe(true);
  expect(isRunning({ ...me, startedAt: "1" })).toBe(false);
});
