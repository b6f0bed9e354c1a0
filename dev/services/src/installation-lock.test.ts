import { expect, test } from "vitest";
import { withInstallationLock } from "./installation-lock.ts";

test("two that install into one folder go one after the other", async () => {
  const events: string[] = [];
  const install = (name: string) =>
    withInstallationLock(`/lock-test-${process.pid}`, async () => {
      events.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      events.push(`${name} ends`);
    });
  await Promise.all([install("a"), install("b")]);
  const [first] = events[0]!.split(" ");
  expect(events.map((event) => event.split(" ")[1])).toEqual(["begins", "ends", "begins", "ends"]);
  expect(events[1]).toBe(`${first} ends`);
});

test("a failed installation gives the lock back", async () => {
  const folder = `/lock-test-failing-${process.pid}`;
  await expect(
    withInstallationLock(folder, () => Promise.reject(new Error("no space"))),
  ).rejects.toThrow("no space");
  expect(await withInstallationLock(folder, async () => "mine")).toBe("mine");
});
