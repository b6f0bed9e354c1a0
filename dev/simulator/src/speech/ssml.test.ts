import { expect, test } from "vitest";
import { readSsml } from "./ssml.ts";

test("parses breaks as silences", () => {
  expect(
    readSsml('<speak>Un<break time="1.5s"/>deux<break time="200ms"></break>trois<break/></speak>'),
  ).toEqual([
    { text: "Un" },
    { silenceMs: 1500 },
    { text: "deux" },
    { silenceMs: 200 },
    { text: "trois" },
    { silenceMs: 400 },
  ]);
});

test("paragraphs and sentences end with a pause; each strength has a length", () => {
  expect(
    readSsml("<speak><p><s>Un.</s><s>Deux.</s></p><break strength='x-strong'/></speak>"),
  ).toEqual([
    { text: "Un." },
    { silenceMs: 250 },
    { text: "Deux." },
    { silenceMs: 250 },
    { silenceMs: 500 },
    { silenceMs: 1000 },
  ]);
});

test("speaks the content of other elements and the alias of substitutions", () => {
  expect(
    readSsml(
      '<?xml version="1.0"?><speak>La <sub alias="société nationale">SN</sub> a dit <emphasis level="strong">oui</emphasis>.<!-- non --></speak>',
    ),
  ).toEqual([{ text: "La  société nationale  a dit oui." }]);
});

test("decodes entities", () => {
  expect(readSsml("<speak>A &amp; B &lt; C &#233; &#xe8; &inconnu;</speak>")).toEqual([
    { text: "A & B < C é è &inconnu;" },
  ]);
});

test.each([
  ["no root", "Bonjour"],
  ["another root", "<p>Bonjour</p>"],
  ["an open element", "<speak>Bonjour"],
  ["crossed elements", "<speak><p>Bonjour</speak></p>"],
  ["a broken tag", "<speak><break time=1s/></speak>"],
  ["an impossible break", '<speak><break time="long"/></speak>'],
])("rejects %s", (_, ssml) => {
  expect(() => readSsml(ssml)).toThrow(SyntaxError);
});
