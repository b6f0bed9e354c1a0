import { expect, test } from "vitest";
import { isSimulated, monthAfter, rolledOver, simulate } from "./simulated.ts";

test.each([
  ["2026-11-21T10:00:00Z", "2026-12-21T10:00:00.000Z"],
  ["2027-01-31T10:00:00Z", "2027-02-28T10:00:00.000Z"],
  ["2028-01-31T10:00:00Z", "2028-02-29T10:00:00.000Z"],
  ["2026-12-31T23:59:59Z", "2027-01-31T23:59:59.000Z"],
])("adds a month to %s: %s", (from, to) => {
  expect(monthAfter(new Date(from)).toISOString()).toBe(to);
});

test("recognises a simulated subscription by its id, and renews it", () => {
  const simulated = simulate("1234", 2, new Date("2026-11-21T10:00:00Z"));
  expect(simulated.id).toBe("sub_sim_1234");
  expect(isSimulated(simulated)).toBe(true);
  expect(isSimulated({ id: "sub_1234" })).toBe(false);
  const later = new Date("2027-01-21T10:00:00Z");
  expect(rolledOver(simulated, later).periodEndsAt).toEqual(new Date("2027-02-21T10:00:00Z"));
});
