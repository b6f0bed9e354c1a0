import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nonconformity } from "../testing/conformance.ts";
import { openApiDocument, operations } from "./index.ts";

const file = new URL("../../../../docs/api/openapi.json", import.meta.url);

test("docs/api/openapi.json is up to date with the schemas (npm run openapi)", () => {
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(openApiDocument());
});

test("describes each operation once, with every error that it may answer", () => {
  const names = operations.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
  expect(JSON.stringify(openApiDocument())).not.toContain("undefined");
  expect(JSON.stringify(openApiDocument())).not.toContain("$defs");
});

test("requires a body only of calls that refuse an empty one", () => {
  const { paths } = openApiDocument() as {
    paths: Record<string, Record<string, { requestBody?: { required: boolean } }>>;
  };
  const isRequired = (path: string, method: string) =>
    paths[`/api${path}`]?.[method]?.requestBody?.required;
  expect(isRequired("/cancel-subscription", "post")).toBe(false);
  expect(isRequired("/create-payment-intent", "post")).toBe(true);
  expect(isRequired("/user/preferences", "patch")).toBe(true);
  expect(isRequired("/user/profile-picture", "post")).toBe(true);
});

test("every error has the envelope, and 429 and 503 have Retry-After", () => {
  const { paths } = openApiDocument() as {
    paths: Record<string, Record<string, { responses: Record<string, Record<string, unknown>> }>>;
  };
  const errors = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses).filter(([status]) => status >= "400"));
  for (const [status, { content, headers }] of errors) {
    expect(content).toEqual({
      "application/json": { schema: { $ref: "#/components/schemas/Error" } },
    });
    expect(headers !== undefined).toBe(status === "429" || status === "503");
  }
});

const refused = { message: "No.", code: "NOT_FOUND", requestId: "r" };
test.each([
  ["GET", "/user/delivery-hours", 200, { deliveryHours: ["08:00"] }],
  ["GET", "/nothing/described", 200, "anything"],
  ["DELETE", "/user/categories/3", 204, undefined],
  ["GET", "/subscription-plans/9", 404, refused],
])("%s %s with %i %j conforms", (method, path, status, body) => {
  expect(nonconformity(method, path, { status, body })).toBeNull();
});

test.each([
  ["GET", "/user/delivery-hours", 200, { deliveryHours: ["8"] }, /deliveryHours/],
  ["GET", "/user/delivery-hours?x=1", 200, { deliveryHours: [], more: 1 }, /undeclared fields/],
  ["GET", "/categories", 201, [], /201 instead of 200/],
  ["GET", "/categories", 500, { error: "x" }, /without the envelope/],
  ["GET", "/categories", 500, refused, /does not go with 500/],
])("%s %s with %i %j does not conform", (method, path, status, body, difference) => {
  expect(nonconformity(method, path, { status, body })).toMatch(difference);
});
