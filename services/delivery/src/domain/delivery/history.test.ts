import { expect, test } from "vitest";
import type { Delivery, Part, Reason } from "./delivery.ts";
import { after, due, readyDigest } from "../../testing/fixtures.ts";
import { exportEntry, historyEntry, isShown, statusOf } from "./history.ts";

const reader = { language: "fr", zone: "Europe/Paris" } as const;
const part = (form: Part["form"], rank: Part["rank"], more: Partial<Part> = {}): Part => ({
  form,
  rank,
  attempt: 1,
  acceptedAt: after(1),
  ...more,
});
const digest = (text: Part, voice: Part, more: Partial<Delivery> = {}) =>
  readyDigest({
    phase: "done",
    parts: { text0: text, voice0: voice },
    recipient: "+33612345678",
    ...more,
  });
const failure = (reason: Reason) => ({ failure: { reason, code: 0, at: due } });

test("a delivery has the status of its slowest part", () => {
  expect(statusOf(digest(part("text", 2), part("voice", 2)))).toBe("sent");
  expect(statusOf(digest(part("text", 4), part("voice", 3)))).toBe("delivered");
  expect(statusOf(digest(part("text", 4), part("voice", 4)))).toBe("read");
  const waitingVoiceNote = { form: "voice", rank: 0, attempt: 0 } as const;
  expect(statusOf(digest(part("text", 4), waitingVoiceNote, { phase: "sending" }))).toBe("sent");
  expect(statusOf(readyDigest())).toBe("pending");
  expect(statusOf(digest(part("text", 4), part("voice", 1, failure("unknown_outcome"))))).toBe(
    "failed",
  );
});

test("the content begins with the first headline", () => {
  const entry = (more: Partial<Delivery>) =>
    historyEntry(digest(part("text", 3), part("voice", 4), more), reader);
  const headline = "Le prix du blé recule";
  expect(entry({ headline }).content).toBe("Le prix du blé recule\n\nLe digest");
  expect(entry({ headline, texts: [] }).content).toBe("");
});

test("an entry shows content, time, recipient and status", () => {
  const entry = historyEntry(
    digest(part("text", 3), part("voice", 4, { playedAt: after(60) })),
    reader,
  );
  expect(entry).toMatchObject({
    id: "d1",
    timestamp: due.getTime() / 1000 + 1,
    date: "2026-11-23",
    time: "08:00",
    status: "delivered",
    played: true,
    type: "audio",
    category: "Politique",
    categories: ["Politique"],
    content: "Le digest",
    articlesCount: 3,
    manual: false,
    errorMessage: null,
    recipient: "+33612345678",
  });
  expect(entry.parts.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "text0 delivered",
    "voice0 read",
  ]);
});

test("an entry names no user id of a reader who hides the number, the data export does", () => {
  const recipient = "FR.5550001112223334445";
  const sent = digest(part("text", 3), part("voice", 3), { recipient });
  expect(historyEntry(sent, reader).recipient).toBeNull();
  expect(exportEntry(sent, reader).recipient).toBe(recipient);
});

test("explains a failure in the reader's language, and says when only the text was sent", () => {
  const onlyText = digest(part("text", 3), part("voice", 1, failure("unknown_outcome")));
  expect(historyEntry(onlyText, reader).errorMessage).toBe(
    "Le texte a été envoyé, pas la note vocale. Issue inconnue : WhatsApp n’a pas confirmé la réception. Nous ne savons pas si cette édition est arrivée.",
  );
  const nothing = readyDigest({ phase: "skipped", reason: "nothing_new", parts: {}, audio: [] });
  expect(historyEntry(nothing, { ...reader, language: "en" })).toMatchObject({
    status: "skipped",
    type: "text",
    category: "Politics",
    errorMessage: "Nothing new since your last edition.",
  });
});

test("says that the rest of an edition was not sent, and why", () => {
  const waiting = { form: "voice", rank: 0, attempt: 0 } as const;
  const stopped = digest(part("text", 3), waiting, { reason: "stopped" });
  expect(historyEntry(stopped, { ...reader, language: "en" })).toMatchObject({
    status: "delivered",
    errorMessage: "The text was sent, the voice note was not. Automatic delivery was off.",
    parts: [{ status: "delivered" }, { status: "skipped" }],
  });
  const late = digest(part("text", 3), part("voice", 3), { phase: "failed", reason: "refused" });
  expect(historyEntry(late, reader).errorMessage).toBeNull();
});

test("shows a scheduled digest from its due instant, a manual one at once", () => {
  expect(isShown(readyDigest(), after(-1))).toBe(false);
  expect(isShown(readyDigest(), due)).toBe(true);
  expect(isShown(readyDigest({ manual: true }), after(-1))).toBe(true);
});

test.each([
  [
    "speech_failed",
    "fr",
    "La note vocale n’a pas pu être enregistrée : cette édition est en texte seul.",
  ],
  ["speech_unavailable", "en", "No voice is available: this edition is text only."],
  ["partial", "en", "Stories marked with an asterisk are not in the voice note."],
] as const)(
  "a digest without a complete voice note (%s) counts as sent and the entry says why",
  (audioMissing, language, words) => {
    const sent = readyDigest({
      phase: "done",
      parts: { text0: part("text", 3) },
      audio: [],
      audioMissing,
    });
    const entry = historyEntry(sent, { ...reader, language });
    expect(entry).toMatchObject({ status: "delivered", errorMessage: words });
    const refused = digest(part("text", 1, failure("unreachable")), part("voice", 0), {
      audioMissing,
    });
    expect(historyEntry(refused, { ...reader, language: "en" }).errorMessage).toBe(
      "WhatsApp cannot reach this number.",
    );
  },
);
