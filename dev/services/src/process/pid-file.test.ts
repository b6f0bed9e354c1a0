import { expect, test, vi } from "vitest";
import { identify, isRunning, startTimeOf, startTimesOf, stopProcess } from "./pid-file.ts";

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

test("reads the start times of all processes except zombies from the output of ps", () => {
  const table = `    1 Ss   Sun Nov 22 07:59:58 2026
  417 Z+   Sun Nov 22 08:00:00 2026
88001 S<s  Sun Nov  1 08:00:00 2026
`;
  expect(startTimesOf(table)).toEqual(
    new Map([
      [1, String(Date.UTC(2026, 10, 22, 7, 59, 58))],
      [88_001, String(Date.UTC(2026, 10, 1, 8))],
    ]),
  );
});

test("says that a process of another user cannot be stopped, instead of waiting for its end", async () => {
  const notAllowed = Object.assign(new Error("kill EPERM"), { code: "EPERM" });
  vi.spyOn(process, "kill").mockImplementation(() => {
    throw notAllowed;
  });
  await expect(stopProcess(identify(process.pid)!)).rejects.toThrow("belongs to another user");
});
