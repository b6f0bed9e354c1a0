import type { ResponseOf } from "@matinale/contracts/browser";
import { expect, expectTypeOf, test } from "vitest";
import { endpoint } from "./api.ts";

// The compiler checks the types: `npm run types`.

const categoryId = 3;

test("a request has the method and the path of its endpoint", () => {
  expect(endpoint("GET /automation/status").query()).toMatchObject({
    url: "/automation/status",
    method: "GET",
  });
  expect(endpoint("POST /automation/start").query()).toMatchObject({
    url: "/automation/start",
    method: "POST",
  });
});

test("a request has the body, the parameters and the options of the call", () => {
  const add = endpoint("POST /user/categories", (id: number) => ({ body: { categoryId: id } }));
  expect(add.query(categoryId).body).toEqual({ categoryId });
  const remove = endpoint("DELETE /user/categories/:id", (id: number) => ({ id }));
  expect(remove.query(categoryId)).toMatchObject({ url: "/user/categories/3", method: "DELETE" });
  const end = endpoint("DELETE /sessions/:id", (id: string) => ({ id }));
  expect(end.query("a/b").url).toBe("/sessions/a%2Fb");
  const history = endpoint("GET /message-history", () => ({ params: { limit: 10 } }));
  expect(history.query(undefined).params).toEqual({ limit: 10 });
});

test("the result has the type of the response, or of what is read from it", () => {
  expectTypeOf(endpoint("GET /me").transformResponse).returns.toEqualTypeOf<
    ResponseOf<"GET /me">
  >();
  const hours = endpoint(
    "GET /user/delivery-hours",
    () => ({}),
    (body) => body.deliveryHours,
  );
  expectTypeOf(hours.transformResponse).returns.toEqualTypeOf<string[]>();
  expect(hours.transformResponse({ deliveryHours: ["08:00"] })).toEqual(["08:00"]);
});

test("another path, method or body is a type error", () => {
  expectTypeOf(endpoint).toBeFunction();
  // @ts-expect-error: no such path
  endpoint("GET /automation/state");
  // @ts-expect-error: no such method
  endpoint("POST /user/preferences");
  // @ts-expect-error: the endpoint needs a body
  endpoint("POST /create-payment-intent");
  // @ts-expect-error: the field of the body has another name
  endpoint("POST /user/categories", () => ({ body: { id: categoryId } }));
  // @ts-expect-error: the path needs an id
  endpoint("DELETE /user/categories/:id");
  // @ts-expect-error: the endpoint has no body
  endpoint("POST /logout", () => ({ body: { everywhere: true } }));
});
