import { expect, test } from "vitest";
import { refuseForeign } from "./own-pages-only.ts";

const own = ["https://matinale.test"];
const withHeader = { "x-requested-with": "XMLHttpRequest" };

test.each([
  ["our page", { ...withHeader, origin: "https://matinale.test", "sec-fetch-site": "same-origin" }],
  ["a client that is not a browser", withHeader],
  ["an address typed by the reader", { ...withHeader, "sec-fetch-site": "none" }],
])("accepts %s", (_sender, headers) => {
  expect(refuseForeign(headers, own)).toBeNull();
});

test.each([
  ["no header", {}],
  ["another header value", { "x-requested-with": "fetch" }],
  ["our origin alone", { origin: "https://matinale.test" }],
])("requires X-Requested-With from a request with %s", (_sender, headers) => {
  expect(refuseForeign(headers, own)).toBe("CSRF_HEADER_REQUIRED");
});

test.each([
  ["a foreign origin", { ...withHeader, origin: "https://evil.test" }],
  ["our host over http", { ...withHeader, origin: "http://matinale.test" }],
  ["an opaque origin", { ...withHeader, origin: "null" }],
  ["a foreign site", { ...withHeader, "sec-fetch-site": "cross-site" }],
  ["a sibling host", { ...withHeader, "sec-fetch-site": "same-site" }],
])("refuses %s", (_sender, headers) => {
  expect(refuseForeign(headers, own)).toBe("ORIGIN_REFUSED");
});
