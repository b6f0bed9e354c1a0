import { expect, test } from "vitest";
import { localTimesBetween } from "./local-times.ts";

const from = new Date("2026-11-22T22:58:30Z");
const until = new Date("2026-11-22T23:01:30Z");

test("lists the minutes of a zone, also after midnight, with both weekdays", () => {
  expect(localTimesBetween("Europe/Paris", from, until)).toEqual({
    times: ["23:59", "00:00", "00:01"],
    weekdays: [7, 1],
  });
  expect(localTimesBetween("Asia/Kolkata", from, until)).toEqual({
    times: ["04:29", "04:30", "04:31"],
    weekdays: [1],
  });
});

test("knows no times of an unknown zone", () => {
  expect(localTimesBetween("Mars/Olympus_Mons", from, until)).toBeNull();
});
