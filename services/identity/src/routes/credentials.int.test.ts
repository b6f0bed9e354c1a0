import { histogram } from "@matinale/kit";
import { startForTests } from "@matinale/kit/vitest";
import { beforeAll, expect, test } from "vitest";
import { ada, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
let adasId: string;
startForTests(startIdentity, (started) => (identity = started));
beforeAll(async () => {
  adasId = await identity.signUpAlone(ada);
});

const check = (body: unknown, as = "service:gateway") =>
  identity.call("POST /internal/credentials", { as, body });

test("answers with the user's id for the right password, in any spelling of the address", async () => {
  for (const email of ["ada@example.com", " ADA@EXAMPLE.COM "]) {
    expect(await check({ email, password: ada.password })).toMatchObject({
      status: 200,
      body: { userId: adasId },
    });
  }
});

test("gives the same answer for an unknown address and for a wrong password", async () => {
  const answers = await Promise.all([
    check({ email: ada.email, password: "wrong" }),
    check({ email: "unknown@example.com", password: ada.password }),
  ]);
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 401,
      body: { code: "INVALID_CREDENTIALS", message: "Invalid email or password" },
    });
  }
});

/** How many passwords were checked with Argon2id so far. Every check costs the same. */
const checksSoFar = async () => {
  const { values } = await histogram("identity_password_hash_seconds").get();
  const counts = values.filter(
    ({ metricName, labels }) => metricName?.endsWith("_count") && labels.operation === "check",
  );
  return counts.reduce((sum, { value }) => sum + value, 0);
};

test.each([ada.email, "unknown@example.com"])(
  "computes one hash for a wrong password of %s, so the time does not reveal accounts",
  async (email) => {
    const before = await checksSoFar();
    await check({ email, password: "wrong" });
    expect((await checksSoFar()) - before).toBe(1);
  },
);

test("answers only to services", async () => {
  const body = { email: ada.email, password: ada.password };
  expect(await check(body, adasId)).toMatchObject({
    status: 401,
    body: { code: "UNAUTHENTICATED" },
  });
  expect(await identity.call("POST /internal/credentials", { body })).toMatchObject({
    status: 401,
    body: { code: "UNAUTHENTICATED" },
  });
});

test.each([
  { email: { $ne: null }, password: ada.password },
  { email: ada.email, password: { $ne: null } },
  { email: ada.email },
  { email: ada.email, password: ada.password, admin: true },
])("refuses %j", async (body) => {
  expect(await check(body)).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
});
