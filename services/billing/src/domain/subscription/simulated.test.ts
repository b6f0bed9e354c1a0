import { expect, test } from "vitest";
import { isSimulated, rolledOver, simulate } from "./simulated.ts";

test("recognises a simulated subscription by its id, and renews it", () => {
  const simulated = simulate("1234", 2, new Date("2026-11-21T10:00:00Z"));
  expect(simulated.id).toBe("sub_sim_1234");
  expect(isSimulated(simulated)).toBe(true);
  expect(isSimulated({ id: "sub_1234" })).toBe(false);
  const later = new Date("2027-01-21T10:00:00Z");
  expect(rolledOver(simulated, later).periodEndsAt).toEqual(new Date("2027-02-21T10:00:00Z"));
});
