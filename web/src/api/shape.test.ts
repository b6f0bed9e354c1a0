import shapes from "virtual:response-shapes";
import { expect, test } from "vitest";
import { premium, sessions, plans } from "../testing/fixtures.ts";
import { hasShape } from "./shape.ts";

const plan = shapes["GET /subscription-plans"] ?? "unknown";
const subscription = shapes["GET /subscription"] ?? "unknown";
const session = shapes["GET /sessions"] ?? "unknown";

test("accepts what the endpoint promises, and fields that it does not name", () => {
  expect(hasShape(plans, plan)).toBe(true);
  expect(hasShape({ ...premium, more: 1 }, subscription)).toBe(true);
});

test.each([null, "", 1, [], {}, { sessions }, [null], [{ id: "1" }]])("refuses %j", (value) => {
  expect(hasShape([value], session)).toBe(false);
});

test("refuses a value of another type, and text that is no instant", () => {
  expect(hasShape({ ...premium, planId: "2" }, subscription)).toBe(false);
  expect(hasShape({ ...premium, currentPeriodEnd: "tomorrow" }, subscription)).toBe(false);
  expect(hasShape({ ...premium, currentPeriodEnd: null }, subscription)).toBe(true);
});

test("needs the named fields only, of which those that may be null must be there", () => {
  const needed = ["stripeSubscriptionId"];
  expect(hasShape({ stripeSubscriptionId: null }, subscription, needed)).toBe(true);
  expect(hasShape({}, subscription, needed)).toBe(false);
  expect(hasShape({ stripeSubscriptionId: null, planId: "2" }, subscription, needed)).toBe(false);
});
