import { expect, test } from "vitest";
import { allowed, apiRoutes, findRoute, routeFor } from "./api-routes.ts";

test.each([
  ["/me", "/me"],
  ["/user/categories/3", "/user/categories/:id"],
  ["/subscription-plans/2", "/subscription-plans/:id"],
])("finds %s as %s", (path, found) => {
  expect(findRoute(path)?.path).toBe(found);
});

test.each([
  "/",
  "",
  "/ME",
  "/me/",
  "/me/3",
  "/user/",
  "/user/categories/",
  "/user/categories/:id",
  "/user/categories/3/x",
  "/subscription-plans/%32",
  "/__proto__",
  "/constructor",
  "/internal/credentials",
])("finds no route for %j", (path) => {
  expect(findRoute(path)).toBeUndefined();
});

test("finds only own methods of a path, and HEAD wherever GET is", () => {
  const { methods } = findRoute("/user/preferences")!;
  expect(routeFor(methods, "HEAD")).toBe(methods.GET);
  expect(routeFor(methods, "PUT")).toBeUndefined();
  expect(routeFor(methods, "toString")).toBeUndefined();
  expect(allowed(methods)).toBe("GET, HEAD, PATCH");
});

test("limits every call that changes something or costs money", () => {
  const all = [...apiRoutes].flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ name: `${method} ${path}`, route })),
  );
  const uncounted = all.filter(({ name, route }) => !name.startsWith("GET") && !route.limit);
  // log-ins and erasures have their own limit, which counts failures
  expect(uncounted.map(({ name }) => name)).toEqual([
    "POST /login",
    "POST /logout",
    "DELETE /user",
  ]);
});

test("lets visitors without a session call only these routes, and stays within the timeout of the front proxy", () => {
  const all = [...apiRoutes].flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ name: `${method} ${path}`, route })),
  );
  expect(all.filter(({ route }) => route.session !== "required").map(({ name }) => name)).toEqual([
    "POST /signup",
    "POST /login",
    "POST /logout",
    "GET /categories",
    "GET /subscription-plans",
    "GET /subscription-plans/:id",
    "GET /payment-configuration",
    "GET /whatsapp/number",
  ]);
  for (const { route } of all) expect(route.timeoutMs).toBeLessThanOrEqual(35_000);
});
