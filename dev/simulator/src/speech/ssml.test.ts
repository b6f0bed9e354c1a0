import { expect, test } from "vitest";
import { readSsml } from "./ssml.ts";

test("parses breaks as silences", () => {
  expect(
    readSsml('<speak>Un<break time="350ms"/>deux<break time="200ms"></break>trois</speak>'),
  ).toEqual([
    { text: "Un" },
    { silenceMs: 350 },
    { text: "deux" },
    { silenceMs: 200 },
    { text: "trois" },
  ]);
});

test("speaks the alias of substitutions", () => {
  expect(readSsml('<speak>La <sub alias="société nationale">SN</sub> a dit oui.</speak>')).toEqual([
    { text: "La  société nationale  a dit oui." },
  ]);
});

test("decodes entities", () => {
  expect(readSsml("<speak>A &amp; B &lt; C &#233; &#xe8; &inconnu;</speak>")).toEqual([
    { text: "A & B < C é è &inconnu;" },
  ]);
});

test.each([
  ["no root", "Bonjour"],
  ["another root", "<p>Bonjour</p>"],
  ["another element", "<speak><emphasis>Bonjour</emphasis></speak>"],
  ["an open element", "<speak>Bonjour"],
  ["crossed elements", "<speak><sub>Bonjour</speak></sub>"],
  ["a broken tag", "<speak><break time=1ms/></speak>"],
  ["a break without a time", "<speak><break/></speak>"],
  ["an impossible break", '<speak><break time="long"/></speak>'],
])("rejects %s", (_, ssml) => {
  expect(() => readSsml(ssml)).toThrow(SyntaxError);
});
