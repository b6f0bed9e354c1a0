import { expect, test } from "vitest";
import { graphApi, graphRoot, graphVersionIn, isOlderGraphVersion } from "./graph-api.ts";

test.each([
  ["https://graph.facebook.com", `https://graph.facebook.com/${graphApi.version}`],
  ["http://127.0.0.1:8025//", `http://127.0.0.1:8025/${graphApi.version}`],
  ["https://graph.facebook.com/v23.0/", "https://graph.facebook.com/v23.0"],
])("adds the version to %s unless it has one", (url, expected) => {
  expect(graphRoot(url)).toBe(expected);
});

test.each([
  ["v9.0", true],
  ["v25.0", true],
  [graphApi.version, false],
  ["v100.0", false],
])("compares %s by number", (version, isOlder) => {
  expect(isOlderGraphVersion(version)).toBe(isOlder);
});

test("reads the version of an address", () => {
  expect(graphVersionIn("https://graph.facebook.com/v23.0/")).toBe("v23.0");
  expect(graphVersionIn("https://graph.facebook.com/v2/messages")).toBeNull();
});
