import { expect, test } from "vitest";
import { siteOf } from "./conversation.ts";
import { after, due } from "../../testing/fixtures.ts";
import { unknownSenderReply } from "./unknown-sender.ts";

const site = siteOf("https://matinale.example");
const answerTo = (text: string, at = due) =>
  unknownSenderReply({ id: "m", from: "33612345678", at, text }, site, after(5));

test("a code that is over or was never given is explained, in both languages, with the way to a new one", () => {
  const answer = answerTo("START-ABCD2345");
  expect(answer).toContain("Ce code n’est plus valable");
  expect(answer).toContain("This code is no longer valid");
  expect(answer).toContain("https://matinale.example/settings");
});

test.each(["START", "bonjour, c’est quoi ?"])("«%s» is told where to begin", (text) => {
  expect(answerTo(text)).toContain("n’est relié à aucun compte");
  expect(answerTo(text)).toContain("is not connected to any");
});

test("STOP is confirmed in both languages", () => {
  expect(answerTo("stop")).toBe(
    "C’est noté : ce numéro ne recevra rien de Matinale.\n\nDone: this number will not receive anything from Matinale.",
  );
});

test("sounds, pictures and what was said an hour ago get no answer", () => {
  expect(answerTo(" ")).toBeNull();
  expect(answerTo("START-ABCD2345", after(-3_700))).toBeNull();
});
