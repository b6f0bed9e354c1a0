import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nonconformity, openApiDocument, operations } from "./index.ts";

const written = new URL("../../../../docs/api/openapi.json", import.meta.url);

test("the description that is kept is the one that the schemas make (npm run openapi)", () => {
  expect(JSON.parse(readFileSync(written, "utf8"))).toEqual(openApiDocument());
});

test("no operation is described twice, and everybody may learn of every refusal", () => {
  const names = operations.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
  expect(JSON.stringify(openApiDocument())).not.toContain("undefined");
  expect(JSON.stringify(openApiDocument())).not.toContain("$defs");
});

test("every refusal is described with the envelope, and 429 and 503 with when to ask again", () => {
  const { paths } = openApiDocument() as {
    paths: Record<string, Record<string, { responses: Record<string, Record<string, unknown>> }>>;
  };
  const refusals = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses).filter(([status]) => status >= "400"));
  for (const [status, { content, headers }] of refusals) {
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
])("%s %s answering %i %j conforms", (method, path, status, body) => {
  expect(nonconformity(method, path, { status, body })).toBeNull();
});

test.each([
  ["GET", "/user/delivery-hours", 200, { deliveryHours: ["8"] }, /deliveryHours/],
  ["GET", "/user/delivery-hours?x=1", 200, { deliveryHours: [], more: 1 }, /more than is/],
  ["GET", "/categories", 201, [], /201 instead of 200/],
  ["GET", "/categories", 500, { error: "x" }, /without the envelope/],
  ["GET", "/categories", 500, refused, /does not go with 500/],
])("%s %s answering %i %j does not", (method, path, status, body, said) => {
  expect(nonconformity(method, path, { status, body })).toMatch(said);
});
