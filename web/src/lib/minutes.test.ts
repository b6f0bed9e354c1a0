import { expect, test } from "vitest";
import { minutes } from "./minutes.ts";

test("formats milliseconds as minutes and seconds", () => {
  expect([0, 8_400, 92_000].map(minutes)).toEqual(["0:00", "0:08", "1:32"]);
});
