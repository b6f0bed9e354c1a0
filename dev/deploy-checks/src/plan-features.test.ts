import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { planLimits, type PlanLimits } from "@matinale/contracts";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

interface Feature {
  /** The file that enforces the limit, and the name that the limit has there. */
  code: readonly [file: string, name: string];
  /** A test that fails when the plan does not do what it says. */
  proof: readonly [file: string, title: string];
}

/** What is sold: the site derives its lists of features from these limits. */
const features: Record<keyof PlanLimits, Feature> = {
  editionsPerDay: {
    code: ["services/preferences/src/domain/delivery-hours.ts", "editionsPerDay"],
    proof: [
      "services/preferences/src/domain/delivery-hours.test.ts",
      "starts with the chosen hour, repeats none and stays within the plan, for every choice",
    ],
  },
  maxCategories: {
    code: ["services/preferences/src/domain/subscriber.ts", "maxCategories"],
    proof: [
      "services/preferences/src/domain/subscriber.test.ts",
      "refuses one category more than the plan includes",
    ],
  },
  maxMinutes: {
    code: ["services/content/src/domain/digest/rundown.ts", "maxSeconds"],
    proof: [
      "services/content/src/domain/digest/rundown.test.ts",
      "has at least 92 % of the time, never more, and parts that are balanced",
    ],
  },
  breakingNewsAlerts: {
    code: ["services/preferences/src/domain/subscriber.ts", "breakingNewsAlerts"],
    proof: [
      "services/delivery/src/service-tests/alerts.int.test.ts",
      "ALERTS ON tells a reader whose plan has no alerts about the plans, and changes nothing",
    ],
  },
  prioritySupport: {
    code: ["services/identity/src/application/open-ticket.ts", "limits.prioritySupport"],
    proof: [
      "services/identity/src/routes/contact.int.test.ts",
      "a message on plan %i begins with “%s”: %s",
    ],
  },
};

test("every feature that a plan can have is enforced", () => {
  expect(Object.keys(features).toSorted()).toEqual(Object.keys(planLimits.shape).toSorted());
});

test.each(Object.entries(features))("%s has code and a test", (_name, { code, proof }) => {
  for (const [file, words] of [code, [proof[0], `"${proof[1]}"`]] as const) {
    expect(readFileSync(root + file, "utf8")).toContain(words);
  }
});
