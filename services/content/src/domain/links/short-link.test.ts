import { expect, test } from "vitest";
import { shortLinkId } from "./short-link.ts";

const secret = "a secret that is long enough for a test";
const article = "https://news.example/politics/budget";

test("gives one article one id, which depends on its address and on the secret", () => {
  const id = shortLinkId(article, secret);
  expect(id).toMatch(/^[\da-f]{20}$/u);
  expect(shortLinkId(article, secret)).toBe(id);
  expect(shortLinkId(`${article}?page=2`, secret)).not.toBe(id);
  expect(shortLinkId(article, "another secret")).not.toBe(id);
});
