import { operations } from "@matinale/contracts/api";
import { expect, test } from "vitest";

const named = operations.map((operation) => ({
  name: `${operation.method} ${operation.path}`,
  ...operation,
}));

test("limits every call that changes something or costs money", () => {
  const uncounted = named.filter(({ method, limit }) => method !== "GET" && limit === undefined);
  // log-ins and erasures have their own limit, which counts failures
  expect(uncounted.map(({ name }) => name)).toEqual([
    "POST /login",
    "POST /logout",
    "DELETE /user",
  ]);
});

test("lets visitors without a session call only these routes, and stays within the timeout of the front proxy", () => {
  expect(named.filter(({ signedIn }) => !signedIn).map(({ name }) => name)).toEqual([
    "POST /signup",
    "POST /login",
    "POST /logout",
    "POST /verify-email",
    "POST /confirm-email",
    "POST /request-password-reset",
    "POST /reset-password",
    "GET /categories",
    "GET /product",
    "GET /subscription-plans",
    "GET /subscription-plans/:id",
    "GET /payment-configuration",
    "GET /whatsapp/number",
    "GET /status",
    "GET /outlets",
    "POST /contact",
  ]);
  for (const { timeoutMs = 0 } of operations) expect(timeoutMs).toBeLessThanOrEqual(35_000);
});
