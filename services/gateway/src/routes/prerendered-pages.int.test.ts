import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testGateway, type TestGateway } from "../testing/test-gateway.ts";
import { testSite } from "../testing/test-site.ts";

let gateway: TestGateway;
let folder: string;

beforeAll(async () => {
  folder = await testSite();
  gateway = await testGateway({ WEB_DIST: folder, PUBLIC_URL: "https://matinale.test" });
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { headers: { accept: "text/html,*/*;q=0.8", ...headers } });
const said = async (path: string, cookie = "") => (await get(path, { cookie })).text();

test.each([
  ["/", "", "landing fr"],
  ["/", "language=en", "landing en"],
  ["/", "language=xx", "landing fr"],
  ["/?lang=en", "", "landing en"],
  ["/?lang=fr", "language=en", "landing fr"],
  ["/account", "language=en", "shell en"],
  ["/account/", "", "shell fr"],
  ["/no/such/page", "", "not-found fr"],
  ["/constructor", "", "not-found fr"],
])("serves %s with the cookie « %s » as %s", async (path, cookie, page) => {
  expect(await said(path, cookie)).toBe(`${page} https://matinale.test/x`);
});

test("answers 404 for an address without a page", async () => {
  const signedIn = `matinale=${encodeURIComponent("s:id.signature")}`;
  expect((await get("/account")).status).toBe(200);
  expect((await get("/no/such/page", { cookie: signedIn })).status).toBe(404);
  const first = await get("/no/such/page");
  expect(first.status).toBe(404);
  const again = await get("/no/such/page", { "if-none-match": first.headers.get("etag") ?? "" });
  expect(again.status).toBe(404);
  expect(await again.text()).toMatch(/^not-found fr/);
});

test("serves the page without content to a visitor with a session cookie", async () => {
  const cookie = `matinale=${encodeURIComponent("s:id.signature")}; language=en`;
  expect(await said("/", cookie)).toMatch(/^shell en/);
});

test("compresses pages, with an ETag, and keeps shared caches from serving them to others", async () => {
  const first = await get("/", { "accept-encoding": "gzip, deflate, br, zstd" });
  expect(first.headers.get("content-encoding")).toBe("br");
  expect(first.headers.get("vary")).toBe("Accept-Encoding, Cookie");
  expect(first.headers.get("cache-control")).toBe("no-cache");
  expect(await first.text()).toMatch(/^landing fr/);
  // fetch would add "no-cache", which asks for the whole page
  const again = await get("/", {
    "if-none-match": first.headers.get("etag") ?? "",
    "cache-control": "max-age=0",
  });
  expect(again.status).toBe(304);
  const english = await get("/?lang=en", { "if-none-match": first.headers.get("etag") ?? "" });
  expect(english.status).toBe(200);
});

test("writes the address of this site into sitemap and robots", async () => {
  expect(await said("/robots.txt")).toBe("Sitemap: https://matinale.test/sitemap.xml");
  const map = await get("/sitemap.xml");
  expect(map.headers.get("content-type")).toBe("application/xml");
  expect(await map.text()).toBe("<loc>https://matinale.test/</loc>");
  expect((await get("/pages/landing.fr.html")).status).toBe(404);
});
