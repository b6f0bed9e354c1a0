import { describe, expect, test } from "vitest";
import { commandOf } from "./keywords.ts";
import { pauseUntil } from "./pause-length.ts";

/** The end of the pause that a message asks for. */
function endOf(text: string, at: string, zone = "Europe/Paris"): string | null {
  const command = commandOf(text);
  if (command?.name !== "pause") throw new Error(`no PAUSE: ${text}`);
  if (command.length === null) return null;
  return pauseUntil(command.length, new Date(at), zone)?.toISOString() ?? null;
}
/** A Monday, 11:00 in Paris. */
const monday = "2026-11-23T10:00:00Z";

describe("a number of days", () => {
  test.each([
    ["pause 7", 7],
    ["PAUSE 7 J", 7],
    ["pause 3d", 3],
    ["PAUSE2D", 2],
    ["pause3j svp", 3],
    ["Pause 1 jour", 1],
    ["pause, 10 days!", 10],
    ["pause -1", 1],
    ["pause 90 j", 90],
    ["pause trois jours", 3],
    ["pause quinze jours", 15],
    ["pause une semaine", 7],
    ["Pause d’une semaine", 7],
    ["pause pendant deux semaines", 14],
    ["pause 2 semaines", 14],
    ["pause 2 weeks", 14],
    ["pause for a week please", 7],
    ["Pause my editions for three days", 3],
    ["mettre en pause 10 jours", 10],
    ["pause un mois", 30],
    ["pause 1 month", 30],
  ])("is read in %s", (text, days) => {
    const end = new Date(Date.parse(monday) + days * 86_400_000).toISOString();
    expect(endOf(text, monday)).toBe(end);
  });

  test.each([
    "PAUSE",
    "pause 0 j",
    "pause 91 j",
    "pause 4 mois",
    "pause 3 ans",
    "pause une",
    "pause café ?",
  ])("is missing or out of range in %s", (text) => expect(endOf(text, monday)).toBeNull());
});

describe("a day", () => {
  test.each([
    ["pause jusqu’à lundi", "2026-11-29T23:00:00.000Z"],
    ["pause until monday", "2026-11-29T23:00:00.000Z"],
    ["Pause jusqu'à lundi prochain", "2026-11-29T23:00:00.000Z"],
    ["pause until next Friday", "2026-11-26T23:00:00.000Z"],
    ["pause jusqu’à demain", "2026-11-23T23:00:00.000Z"],
    ["pause until tomorrow", "2026-11-23T23:00:00.000Z"],
    ["pause jusqu’à la semaine prochaine", "2026-11-29T23:00:00.000Z"],
    ["pause jusqu’au 3 décembre", "2026-12-02T23:00:00.000Z"],
    ["Pause jusqu’au jeudi 3 décembre", "2026-12-02T23:00:00.000Z"],
    ["pause jusqu’au 1er décembre", "2026-11-30T23:00:00.000Z"],
    ["pause until 3 December", "2026-12-02T23:00:00.000Z"],
    ["pause until December 3", "2026-12-02T23:00:00.000Z"],
    ["pause until the 3rd of December", "2026-12-02T23:00:00.000Z"],
    ["pause until Dec 3rd", "2026-12-02T23:00:00.000Z"],
    ["pause jusqu’au 3/12", "2026-12-02T23:00:00.000Z"],
    ["pause jusqu’au 03.12.2026", "2026-12-02T23:00:00.000Z"],
    ["pause jusqu’au 3", "2026-12-02T23:00:00.000Z"],
    ["pause jusqu’au 5 janvier", "2027-01-04T23:00:00.000Z"],
    ["pause till January", "2026-12-31T23:00:00.000Z"],
  ])("is read in %s: the editions return with that day", (text, end) => {
    expect(endOf(text, monday)).toBe(end);
  });

  test.each([
    "pause jusqu’à",
    "pause jusqu’à Noël",
    "pause jusqu’au 31 février",
    "pause jusqu’au 23 novembre",
    "pause until 3 May",
    "pause until 3 December 2025",
    "pause until it is over",
  ])("is unknown, past or more than 90 days away in %s", (text) => {
    expect(endOf(text, monday)).toBeNull();
  });

  test("begins in the zone of the subscriber", () => {
    expect(endOf("pause until Tuesday", monday, "Asia/Tokyo")).toBe("2026-11-23T15:00:00.000Z");
    // Already Tuesday in Auckland.
    expect(endOf("pause until Tuesday", "2026-11-23T12:00:00Z", "Pacific/Auckland")).toBe(
      "2026-11-30T11:00:00.000Z",
    );
  });
});
