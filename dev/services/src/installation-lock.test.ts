import { expect, test } from "vitest";
import { withInstallationLock } from "./installation-lock.ts";

test("two installations into one folder run one after the other", async () => {
  const events: string[] = [];
  const install = (name: string) =>
    withInstallationLock(`/lock-test-${process.pid}`, async () => {
      events.push(`${name} starts`);
      await new Promise((resolve) => setImmediate(resolve));
      events.push(`${name} ends`);
    });
  await Promise.all([install("a"), install("b")]);
  const [first] = events[0]!.split(" ");
  expect(events.map((event) => event.split(" ")[1])).toEqual(["starts", "ends", "starts", "ends"]);
  expect(events[1]).toBe(`${first} ends`);
});

test("a failed installation releases the lock", async () => {
  const folder = `/lock-test-failing-${process.pid}`;
  await expect(
    withInstallationLock(folder, () => Promise.reject(new Error("no space"))),
  ).rejects.toThrow("no space");
  expect(await withInstallationLock(folder, async () => "mine")).toBe("mine");
});
