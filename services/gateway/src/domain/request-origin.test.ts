import { expect, test } from "vitest";
import { refuseForeign } from "./request-origin.ts";

const own = ["https://matinale.test"];
const ours = { "x-requested-with": "XMLHttpRequest" };

test.each([
  ["our page", { ...ours, origin: "https://matinale.test", "sec-fetch-site": "same-origin" }],
  ["a client that is not a browser", ours],
  ["an address typed by the reader", { ...ours, "sec-fetch-site": "none" }],
])("%s is let in", (_who, headers) => {
  expect(refuseForeign(headers, own)).toBeNull();
});

test.each([
  ["no header", {}],
  ["another header value", { "x-requested-with": "fetch" }],
  ["our origin alone", { origin: "https://matinale.test" }],
])("%s asks for the header", (_who, headers) => {
  expect(refuseForeign(headers, own)).toBe("CSRF_HEADER_REQUIRED");
});

test.each([
  ["a foreign origin", { ...ours, origin: "https://evil.test" }],
  ["our host over http", { ...ours, origin: "http://matinale.test" }],
  ["an opaque origin", { ...ours, origin: "null" }],
  ["a foreign site", { ...ours, "sec-fetch-site": "cross-site" }],
  ["a sibling host", { ...ours, "sec-fetch-site": "same-site" }],
])("refuses %s", (_who, headers) => {
  expect(refuseForeign(headers, own)).toBe("ORIGIN_REFUSED");
});
