import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PlanLimits } from "@matinale/contracts";
import { expect, test } from "vitest";
import { root } from "./places.ts";

/** For each limit that is sold, a test that fails when the plan does not do what it says: its file and title. */
const proofs: Record<keyof PlanLimits, readonly [file: string, title: string]> = {
  editionsPerDay: [
    "services/preferences/src/domain/delivery-hours.test.ts",
    "starts with the chosen hour, repeats none and stays within the plan, for every choice",
  ],
  maxCategories: [
    "services/preferences/src/domain/subscriber.test.ts",
    "refuses one category more than the plan includes",
  ],
  maxMinutes: [
    "services/content/src/domain/digest/rundown.test.ts",
    "has at least 92 % of the time, never more, and parts that are balanced",
  ],
  breakingNewsAlerts: [
    "services/delivery/src/service-tests/alerts.int.test.ts",
    "ALERTS ON without alerts in the plan names the plans, and changes nothing",
  ],
  prioritySupport: [
    "services/identity/src/routes/contact.int.test.ts",
    "a message on plan %i begins with “%s”: %s",
  ],
};

test.each(Object.entries(proofs))("%s has a test", (_name, [file, title]) => {
  expect(readFileSync(join(root, file), "utf8")).toContain(`"${title}"`);
});
