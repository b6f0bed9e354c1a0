import { expectTypeOf, test } from "vitest";
import type { ApiRequest } from "./api-request.ts";

// The compiler checks these: `npm run types`.

const categoryId = 3;

test("a request has the path, method and body of an endpoint", () => {
  const requests = [
    "/automation/status",
    { url: "/me", headers: { "x-session": "optional" } },
    { url: "/message-history", params: { limit: 10 } },
    { url: "/automation/start", method: "POST" },
    { url: "/user/categories", method: "POST", body: { categoryId } },
    { url: `/user/categories/${categoryId}`, method: "DELETE" },
    { url: "/user/profile-picture", method: "POST", body: new FormData() },
  ] satisfies ApiRequest[];
  expectTypeOf(requests).toExtend<ApiRequest[]>();
});

test("a path alone is a GET", () => {
  expectTypeOf<"/login">().not.toExtend<ApiRequest>();
  expectTypeOf<{ url: "/login" }>().not.toExtend<ApiRequest>();
});

test("another path, method or body is a type error", () => {
  expectTypeOf<"/automation/state">().not.toExtend<ApiRequest>();
  expectTypeOf<{ url: "/user/preferences"; method: "POST" }>().not.toExtend<ApiRequest>();
  expectTypeOf<{ url: "/create-payment-intent"; method: "POST" }>().not.toExtend<ApiRequest>();
  // @ts-expect-error: the field of the body has another name
  ({ url: "/user/categories", method: "POST", body: { id: categoryId } }) satisfies ApiRequest;
  // @ts-expect-error: the endpoint has no such field
  ({ url: "/logout", method: "POST", body: { everywhere: true } }) satisfies ApiRequest;
});
