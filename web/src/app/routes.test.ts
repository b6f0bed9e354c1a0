import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pageAt } from "./router.tsx";
import { isPublic, routes, type PageRoute } from "./routes.ts";

const rows: PageRoute[] = Object.values(routes);
const features = join(import.meta.dirname, "../features");

test("every page file has a route, and every route has a page file", () => {
  const files = globSync("*/*-page.tsx", { cwd: features }).map((file) =>
    file.slice(0, -"-page.tsx".length),
  );
  expect(new Set(rows.map(({ file }) => file))).toEqual(new Set(files));
});

test("the route of unknown addresses is the last one", () => {
  expect(rows.findIndex(({ path }) => path === "*")).toBe(rows.length - 1);
});

test("an unknown address and a path below a page get the not-found page", () => {
  expect(pageAt("/nowhere")).toBe(pageAt("/account/nowhere"));
  expect(pageAt("/nowhere")).not.toBe(pageAt("/account"));
});

test("an address in another case than its page is unknown, as for the gateway", () => {
  expect(pageAt("/Login")).toBe(pageAt("/nowhere"));
});

test.each([
  ["/", true],
  ["/login", true],
  ["/nowhere", true],
  ["/account", false],
  ["/account/", false],
  ["/message-status", false],
])("%s is public: %s", (path, expected) => {
  expect(isPublic(path)).toBe(expected);
});
