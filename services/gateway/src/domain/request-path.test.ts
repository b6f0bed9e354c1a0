import { expect, test } from "vitest";
import { isPlainPath } from "./request-path.ts";

test.each([
  "/",
  "/api/me",
  "/assets/index-B1.js",
  "/a.b/c",
  "/x?next=//y/../z",
  "/caf%C3%A9",
  "/.x",
])("accepts %s", (target) => {
  expect(isPlainPath(target)).toBe(true);
});

test.each([
  "/api/../internal/x",
  "/api/./me",
  "/api/..",
  "/api/.",
  "//api/me",
  "/api//me",
  "/api\\me",
  "/api/%2e%2e/x",
  "/api/%2E./x",
  "/api%2fme",
  "/api%5Cme",
  "/api/me%00",
  "/api/%",
  "/api/%zz",
  "http://matinale.test/api/me",
  "*",
  "",
])("refuses %s", (target) => {
  expect(isPlainPath(target)).toBe(false);
});
