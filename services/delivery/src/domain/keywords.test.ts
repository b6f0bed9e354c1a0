import { expect, test } from "vitest";
import { keywordOf, listenPayload, tappedDelivery } from "./keywords.ts";

test.each([
  ["START", "start"],
  ["start-7KQ2MX", "start"],
  [" Start ! ", "start"],
  ["Reprendre.", "start"],
  ["STOP", "stop"],
  ["Arrêt", "stop"],
  ["ARRET", "stop"],
])("%s is %s", (text, keyword) => {
  expect(keywordOf(text)).toBe(keyword);
});

test.each([
  "",
  "stop the press",
  "ne m’arrête pas",
  "starting now please",
  "constructor",
  "START-",
])("%s is no command", (text) => {
  expect(keywordOf(text)).toBeNull();
});

test("a tap names its delivery", () => {
  expect(tappedDelivery(listenPayload("0f3a"))).toBe("0f3a");
  expect(tappedDelivery("LISTEN:")).toBeNull();
  expect(tappedDelivery("OTHER:1")).toBeNull();
});
