import { expect, test } from "vitest";
import { runSteps } from "./run-steps.ts";

const tick = () => new Promise((resolve) => setImmediate(resolve));

test("runs at most two steps at a time, in their order", async () => {
  const events: string[] = [];
  const steps = ["a", "b", "c"].map((name) => ({ name }));
  const failed = await runSteps(steps, 2, async ({ name }) => {
    events.push(`${name} starts`);
    await tick();
    events.push(`${name} ends`);
  });
  expect(failed).toBeUndefined();
  expect(events.indexOf("b starts")).toBeLessThan(events.indexOf("a ends"));
  expect(events.indexOf("c starts")).toBeGreaterThan(events.indexOf("a ends"));
});

test("a step waits for those that it needs, and only for those that run", async () => {
  const events: string[] = [];
  const steps = [{ name: "site" }, { name: "e2e", after: ["site", "left out"] }, { name: "unit" }];
  await runSteps(steps, 2, async ({ name }) => {
    events.push(`${name} starts`);
    if (name === "site") for (let ticks = 0; ticks < 5; ticks++) await tick();
    events.push(`${name} ends`);
  });
  expect(events.indexOf("unit starts")).toBeLessThan(events.indexOf("site ends"));
  expect(events.indexOf("e2e starts")).toBeGreaterThan(events.indexOf("site ends"));
});

test("a failure interrupts the running steps, and no other starts", async () => {
  const started: string[] = [];
  const steps = ["good", "bad", "later"].map((name) => ({ name }));
  const failed = await runSteps(steps, 2, async ({ name }, signal) => {
    started.push(name);
    if (name === "bad") throw new Error("broken");
    await new Promise<void>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("interrupted")));
    });
  });
  expect(failed).toBe("bad");
  expect(started).toEqual(["good", "bad"]);
});
