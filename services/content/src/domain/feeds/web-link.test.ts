import { expect, test } from "vitest";
import { articleLink, isSamePage, withoutUnclearParameters } from "./web-link.ts";

test("removes tracking parameters and keeps the article's own", () => {
  expect(
    articleLink("https://news.example/a?id=7&utm_source=rss&utm_medium=x&xtor=RSS-1&fbclid=abc"),
  ).toBe("https://news.example/a?id=7");
});

test.each([
  "at_medium=RSS&at_campaign=rss&at_bbc_team=editorial",
  "xtor=RSS-3208",
  "ns_mchannel=rss&ns_source=x&ns_campaign=bbcnews&ns_linkname=y",
  "gclid=1&fbclid=2&msclkid=3&twclid=4&mc_cid=5&mc_eid=6&igshid=7",
  "mtm_campaign=a&pk_campaign=b&ocid=c&cmpid=d&smid=e",
  "maca=en-rss-en-all-1573-rdf",
  "traffic_source=rss&ito=1490&rts_source=rss_t",
])("removes ?%s", (query) => {
  expect(articleLink(`https://news.example/a?${query}`)).toBe("https://news.example/a");
});

test("keeps parameters that identify the article, in order", () => {
  for (const query of ["id=7", "p=1234", "article=5&page=2", "story_id=9", "v=abc", "attend=1"]) {
    expect(articleLink(`https://news.example/a?${query}`)).toBe(`https://news.example/a?${query}`);
  }
});

test("keeps parameters that may identify the article, until they are found to be tracking", () => {
  const link = "https://news.example/a?cid=7&id=9&partner=x&feature=rss&rss=1&ref=rss";
  expect(articleLink(link)).toBe(link);
  expect(withoutUnclearParameters(link)).toBe("https://news.example/a?id=9");
  expect(withoutUnclearParameters("")).toBe("");
});

test("resolves a relative address against the feed's", () => {
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
])("rejects %s", (address) => {
  expect(articleLink(address)).toBeNull();
});

test.each(["#b", "#a-2026", "#post/7", "#comment-12", "#feature", "#rss"])(
  "keeps the fragment %s",
  (fragment) => {
    expect(articleLink(`https://news.example/live${fragment}`)).toBe(
      `https://news.example/live${fragment}`,
    );
  },
);

test.each(["#xtor=RSS-3208", "#at_medium=RSS&at_campaign=rss", "#:~:text=pont", "#"])(
  "removes the fragment %s",
  (fragment) => {
    expect(articleLink(`https://news.example/a${fragment}`)).toBe("https://news.example/a");
  },
);

test("finds the page of an address", () => {
  const feed = "https://news.example/rss.xml?id=1";
  for (const same of ["http://news.example/rss.xml?id=1#7", `${feed}&utm_source=x`]) {
    expect(isSamePage(same, feed)).toBe(true);
  }
  expect(isSamePage("https://news.example/rss/", "https://news.example/rss")).toBe(true);
  expect(isSamePage("https://news.example/rss.xml?id=2", feed)).toBe(false);
});
