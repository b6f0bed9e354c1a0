import { expectTypeOf, test } from "vitest";
import type { BodyOf, Endpoint, QueryOf, ResponseOf } from "./endpoint-types.ts";

// The compiler checks these: `npm run types`.

test("an endpoint is the method and the path of an operation", () => {
  expectTypeOf<"GET /automation/status">().toExtend<Endpoint>();
  expectTypeOf<"GET /automation/state">().not.toExtend<Endpoint>();
  expectTypeOf<"POST /automation/status">().not.toExtend<Endpoint>();
});

test("a response has the type of its schema, and is null without a body", () => {
  expectTypeOf<ResponseOf<"GET /user/delivery-hours">>().toEqualTypeOf<{
    deliveryHours: string[];
  }>();
  expectTypeOf<ResponseOf<"DELETE /user/categories/:id">>().toBeNull();
});

test("a body may leave out the fields that have a default", () => {
  expectTypeOf<BodyOf<"POST /user/categories">>().toEqualTypeOf<{ categoryId: number }>();
  expectTypeOf<{ username: string; email: string; password: string }>().toExtend<
    BodyOf<"POST /signup">
  >();
  expectTypeOf<BodyOf<"POST /user/profile-picture">>().toEqualTypeOf<FormData>();
  expectTypeOf<BodyOf<"POST /logout">>().toBeUndefined();
});

test("query parameters are optional when they have a default", () => {
  expectTypeOf<{ cursor: string }>().toExtend<QueryOf<"GET /message-history">>();
});
