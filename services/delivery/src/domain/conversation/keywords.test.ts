import { describe, expect, test } from "vitest";
import { commandOf, listenPayload, tappedDelivery } from "./keywords.ts";

test.each([
  ["START", "start"],
  [" Start ! ", "start"],
  ["START-", "start"],
  ["Reprendre.", "start"],
  ["STOP", "stop"],
  ["« stop »", "stop"],
  ["Arrêt", "stop"],
  ["arre\u0302t\u00a0!", "stop"],
  ["ARRET", "stop"],
  ["Menu?", "menu"],
  ["AIDE", "help"],
  ["help!", "help"],
  ["Encore…", "more"],
  ["more", "more"],
  ["Écouter", "listen"],
  ["LISTEN", "listen"],
  ["🛑 stop ✋🏽", "stop"],
  ["ＳＴＯＰ", "stop"],
  ["ST\u200bOP\u200f", "stop"],
  ["STOP STOP stop", "stop"],
  ["Arrêtez, s’il vous plaît !", "stop"],
  ["stop please", "stop"],
  ["Encore, s’il te plaît", "more"],
])("reads %s as %s", (text, name) => {
  expect(commandOf(text)).toEqual({ name });
});

test.each(["START-7KQ2MX", "start 7kq2mx", "Start – 7kq2mx."])("reads the code of %s", (text) => {
  expect(commandOf(text)).toEqual({ name: "start", code: "7KQ2MX" });
});

describe("a pause", () => {
  test.each([
    ["PAUSE 3 J", 3],
    ["pause 3d", 3],
    ["Pause 1 jour", 1],
    ["pause, 10 days!", 10],
    ["PAUSE 7", 7],
    ["pause 2 semaines", 14],
    ["pause 90 j", 90],
    ["PAUSE2D", 2],
    ["pause3j svp", 3],
    ["⏸️ Pause 2 j 🙏", 2],
  ])("reads %s as %i days", (text, days) => {
    expect(commandOf(text)).toEqual({ name: "pause", days });
  });

  test.each(["PAUSE", "pause 0 j", "pause 91 j", "pause -1", "pause trois jours", "pause 3 ans"])(
    "reads a number of days from 1 to 90, or none: %s",
    (text) => {
      const days = text === "pause -1" ? 1 : null;
      expect(commandOf(text)).toEqual({ name: "pause", days });
    },
  );
});

test.each([
  "",
  "stop the press",
  "ne m’arrête pas",
  "starting now please",
  "constructor",
  "pauser",
  "merci",
  "Encore merci !",
  "stop thanking me",
  "helpful",
])("reads no command: %s", (text) => {
  expect(commandOf(text)).toBeNull();
});

test("reads the delivery of a tap", () => {
  expect(tappedDelivery(listenPayload("0f3a"))).toBe("0f3a");
  expect(tappedDelivery("LISTEN:")).toBeNull();
  expect(tappedDelivery("OTHER:1")).toBeNull();
});
