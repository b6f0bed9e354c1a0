import { expect, test } from "vitest";
import { isSimulated, monthAfter, rolledOver, simulate } from "./simulated.ts";

test.each([
  ["2026-11-21T10:00:00Z", "2026-12-21T10:00:00.000Z"],
  ["2027-01-31T10:00:00Z", "2027-02-28T10:00:00.000Z"],
  ["2028-01-31T10:00:00Z", "2028-02-29T10:00:00.000Z"],
  ["2026-12-31T23:59:59Z", "2027-01-31T23:59:59.000Z"],
])("a month after %s is %s", (from, to) => {
  expect(monthAfter(new Date(from)).toISOString()).toBe(to);
});

test("marks a simulated subscription by its id and renews it", () => {
  const made = simulate("1234", 2, new Date("2026-11-21T10:00:00Z"));
  expect(made.id).toBe("sub_sim_1234");
  expect(isSimulated(made)).toBe(true);
  expect(isSimulated({ id: "sub_1234" })).toBe(false);
  const later = new Date("2027-01-21T10:00:00Z");
  expect(rolledOver(made, later).periodEndsAt).toEqual(new Date("2027-02-21T10:00:00Z"));
});
