import { expect, test } from "vitest";
import { siteOf } from "./conversation.ts";
import { after, due } from "../../testing/fixtures.ts";
import { unknownSenderReply } from "./unknown-sender.ts";

const site = siteOf("https://matinale.example", "Matinale");
const answerTo = (text: string, at = due) =>
  unknownSenderReply({ id: "m", from: "33612345678", at, text }, site, after(5));

test("explains in both languages that a code is invalid and where to get a new one", () => {
  const answer = answerTo("START-ABCD2345");
  expect(answer).toContain("Ce code n’est plus valable");
  expect(answer).toContain("This code is no longer valid");
  expect(answer).toContain("https://matinale.example/settings");
});

test.each(["START", "bonjour, c’est quoi ?"])("replies to «%s» where to sign up", (text) => {
  expect(answerTo(text)).toContain("n’est relié à aucun compte");
  expect(answerTo(text)).toContain("is not connected to any");
});

test("STOP is confirmed in both languages", () => {
  expect(answerTo("stop")).toBe(
    "C’est noté\u00A0: ce numéro ne recevra rien de Matinale.\n\nDone: this number will not receive anything from Matinale.",
  );
});

test("does not reply to voice notes, pictures and messages older than an hour", () => {
  expect(answerTo(" ")).toBeNull();
  expect(answerTo("START-ABCD2345", after(-3_700))).toBeNull();
});
