import { expect, test } from "vitest";
import { articleLink } from "./web-link.ts";

test("tracking goes, the article's own parameters stay", () => {
  expect(
    articleLink(
      "https://news.example/a?id=7&utm_source=rss&utm_medium=x&xtor=RSS-1&fbclid=abc#top",
    ),
  ).toBe("https://news.example/a?id=7");
});

test("a relative address is one of the feed's", () => {
  expect(articleLink("/a/b", "https://news.example/feeds/rss.xml")).toBe(
    "https://news.example/a/b",
  );
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "//",
  "https://user:secret@news.example/",
  "not an address",
  `https://news.example/${"a".repeat(700)}`,
])("%s is not shown to anybody", (address) => {
  expect(articleLink(address)).toBeNull();
});
