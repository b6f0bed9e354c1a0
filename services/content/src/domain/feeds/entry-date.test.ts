import { expect, test } from "vitest";
import { entryDate } from "./entry-date.ts";

const seven = "2026-11-21T07:00:00.000Z";
const read = (written: string, country: Parameters<typeof entryDate>[1] = "fr") =>
  entryDate(written, country)?.toISOString() ?? null;

test.each([
  "Sat, 21 Nov 2026 07:00:00 GMT",
  "Sat, 21 Nov 2026 07:00:00 UT",
  "Sat, 21 Nov 2026 07:00:00 Z",
  "Sat, 21 Nov 2026 08:00:00 +0100",
  "Sat, 21 Nov 2026 08:00:00 +01:00",
  "Sat, 21 Nov 2026 08:00:00 +0100 (CET)",
  "Sat, 21 Nov 2026 08:00:00 GMT+1",
  "Sat, 21 Nov 2026 08:00:00 UTC+0100",
  "Sat, 21 Nov 2026 08:00:00 CET",
  "Sat, 21 Nov 2026 09:00:00 CEST",
  "Sat, 21 Nov 2026 08:00:00 MET",
  "Sat, 21 Nov 2026 09:00:00 MEST",
  "Sat, 21 Nov 2026 08:00:00 BST",
  "Sat, 21 Nov 2026 08:00:00 WAT",
  "Sat, 21 Nov 2026 09:00:00 SAST",
  "Sat, 21 Nov 2026 10:00:00 EAT",
  "Sat, 21 Nov 2026 02:00:00 EST",
  "Sat, 21 Nov 2026 03:00 EDT",
  "Fri, 20 Nov 2026 23:00:00 PST",
  "Sat, 21 Nov 2026 12:30:00 IST",
  "Sat, 21 Nov 2026 16:00:00 JST",
  "Sat, 21 Nov 2026 18:00:00 AEDT",
  "Sat, 21 Nov 26 07:00:00 GMT",
  "Saturday, 21-Nov-26 07:00:00 GMT",
  "Sat Nov 21 07:00:00 2026",
  "Sat Nov 21 08:00:00 CET 2026",
  "2026-11-21T07:00:00Z",
  "2026-11-21T08:00:00+01:00",
  "2026-11-21T08:00:00+0100",
  "2026-11-21T07:00:00.123456Z".replace("123456", "000000"),
  "2026-11-21 07:00:00",
  "2026-11-21 08:00:00 +0100",
  "2026-11-21 08:00:00 CET",
  "2026-11-21T08:00:00+0100Z",
  "2026-11-21T08:00:00+01:00Z",
  "2026-11-21T07:00Z",
  "2026-11-21T08:00:0+01:00",
  "2026-11-21T08:00:00+01:00[Europe/Paris]",
  "2026-11-21 08:00:00 Europe/Paris",
  "Sat, 21 Nov 2026 07:00:00 Africa/Abidjan",
  "Sat,21 Nov 2026 07:00:00 GMT",
  "Sat, 21 Nov 2026 07.00.00 GMT",
  "Sat, 21 Nov 2026 02:00:00 -0500 EST",
  "Sat, 21 Nov 2026 08:00:00 0100",
  "Sat, 21 Nov 2026 02:00:00 HNE",
  "le 21 novembre 2026 à 7 h",
  "le 21 novembre 2026 à 7 h 00",
  "20261121T070000Z",
  "2026/11/21 07:00",
  "1795244400",
  "1795244400000",
  "Saturday, November 21, 2026 - 07:00",
  "November 21, 2026 7:00 AM",
  "Nov 21, 2026 2:00 am EST",
  "samedi 21 novembre 2026 à 07h00",
  "sam., 21 nov. 2026 08:00:00 +0100",
  "21/11/2026 07:00",
  "21.11.2026 08:00 CET",
  "21.11.26, 07:00 Uhr",
  "21.11.2026 - 08:00 Uhr CET",
  "Sam 21/11/2026 - 07:00",
  "Sam. 21/11/2026 - 08:00 CET",
  "Sat, 11/21/2026 - 07:00",
  "Saturday, 21.11.2026 07:00",
  "21-11-2026 07:00:00",
  "  Sat,  21 Nov 2026\n07:00:00 GMT ",
])("reads %s", (written) => {
  expect(read(written)).toBe(seven);
});

test("reads a day without a time as its midnight", () => {
  const midnight = "2026-11-21T00:00:00.000Z";
  for (const written of [
    "2026-11-21",
    "21 Nov 2026",
    "21/11/2026",
    "21 novembre 2026",
    "20261121",
  ]) {
    expect([written, read(written)]).toEqual([written, midnight]);
  }
  expect(read("1er décembre 2026")).toBe("2026-12-01T00:00:00.000Z");
});

test("reads numbers with the day first, but in the United States with the month first", () => {
  expect(read("05/11/2026 07:00", "fr")).toBe("2026-11-05T07:00:00.000Z");
  expect(read("05/11/2026 07:00", "international")).toBe("2026-11-05T07:00:00.000Z");
  expect(read("05/11/2026 07:00", "us")).toBe("2026-05-11T07:00:00.000Z");
  expect(read("21/11/2026 07:00", "us")).toBe(seven);
  expect(read("11/21/2026 07:00", "fr")).toBe(seven);
  expect(read("Thu, 05/11/2026 - 07:00", "fr")).toBe("2026-11-05T07:00:00.000Z");
  expect(read("Mon, 05/11/2026 - 07:00", "us")).toBe("2026-05-11T07:00:00.000Z");
});

test.each([
  ["2026-03-29T01:30:00 Europe/Paris", "2026-03-29T00:30:00.000Z"],
  ["2026-03-29 03:30 Europe/Paris", "2026-03-29T01:30:00.000Z"],
  ["2026-10-25 01:30 Europe/Paris", "2026-10-24T23:30:00.000Z"],
  ["2026-10-25 03:30 Europe/Paris", "2026-10-25T02:30:00.000Z"],
  ["2026-03-08 01:30 America/New_York", "2026-03-08T06:30:00.000Z"],
  ["2026-03-08 03:30 America/New_York", "2026-03-08T07:30:00.000Z"],
  ["2026-11-01 00:30 America/New_York", "2026-11-01T04:30:00.000Z"],
  ["2026-11-01 02:30 America/New_York", "2026-11-01T07:30:00.000Z"],
])("reads %s, near a change of summer time", (written, instant) => {
  expect(read(written)).toBe(instant);
});

test("reads Australian zones in Australia", () => {
  expect(read("Sat, 21 Nov 2026 17:00:00 EST", "au")).toBe(seven);
});

test.each([
  "",
  "yesterday",
  "il y a 3 heures",
  "31/02/2026",
  "99",
  "Sat, 21 Nov 2026 07:00:00 XYZ",
  "2026",
  "2026-13-01",
  "2026-11-21 08:00:00 Europe/Nowhere",
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "Wed, 30 Nov -0001 00:00:00 +0000",
  "0",
])("finds no date in %j", (written) => {
  expect(read(written)).toBeNull();
});
