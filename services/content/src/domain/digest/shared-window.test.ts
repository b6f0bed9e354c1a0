import { expect, test } from "vitest";
import { sharedWindow } from "./shared-window.ts";

const day = 86_400_000;
const window = (end: string) => ({
  windowStart: new Date(Date.parse(end) - day),
  windowEnd: new Date(end),
});

test("gives equal windows for requests of one minute, up to the end of that minute", () => {
  const one = sharedWindow(window("2026-11-23T08:00:01.200Z"));
  const other = sharedWindow(window("2026-11-23T08:00:59.999Z"));
  expect(one).toEqual(other);
  expect(one).toEqual(window("2026-11-23T08:01:00Z"));
  expect(sharedWindow(window("2026-11-23T08:01:00Z"))).toEqual(one);
});
