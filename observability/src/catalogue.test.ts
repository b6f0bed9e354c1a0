import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { metrics } from "@matinale/contracts/metrics";
import { expect, test } from "vitest";
import { alerts } from "./rules.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Source files of packages and services, without tests. */
async function sources(): Promise<{ path: string; text: string }[]> {
  const found = await Promise.all(
    ["packages", "services"].map(async (folder) => {
      const entries = await readdir(root + folder, { recursive: true });
      return entries
        .filter((path) => /\/src\/.*\.ts$/.test(path) && !path.includes("node_modules"))
        .filter((path) => !path.endsWith(".test.ts"))
        .map((path) => `${folder}/${path}`);
    }),
  );
  return Promise.all(
    found.flat().map(async (path) => ({ path, text: await readFile(root + path, "utf8") })),
  );
}

test("emits every metric of the catalogue, and no other", async () => {
  const emitted = (await sources()).flatMap(({ text }) =>
    [...text.matchAll(/\b(?:counter|gauge|histogram)\(\s*"(\w+)"/g)].map(([, name]) => name),
  );
  expect([...new Set(emitted)].toSorted()).toEqual(Object.keys(metrics).toSorted());
});

test("begins counters of alerts at 0: Prometheus sees no increase in a series whose first value is 1", async () => {
  const compared = Object.entries(metrics).filter(
    ([name, { type, labels }]) =>
      type === "counter" && labels.length > 0 && alerts.some(({ expr }) => expr.includes(name)),
  );
  expect(compared.length).toBeGreaterThan(9);
  const texts = (await sources()).map(({ text }) => text);
  const late = compared.filter(([name]) => {
    if (texts.some((each) => new RegExp(`counter\\(\\s*"${name}", `).test(each))) return false;
    const text = texts.find((each) => each.includes(`counter("${name}")`)) ?? "";
    const [, variable = ""] = new RegExp(`(\\w+) = counter\\("${name}"\\)`).exec(text) ?? [];
    return !new RegExp(`\\b${variable}\\.inc\\([^)]*, 0\\)`).test(text);
  });
  expect(late.map(([name]) => name)).toEqual([]);
});

test("creates metrics only in the kit", async () => {
  const makers = (await sources()).filter(({ text }) => text.includes('from "prom-client"'));
  expect(makers.map(({ path }) => path)).toEqual(["packages/kit/src/metrics.ts"]);
});

test.each(Object.entries(metrics))("names %s by its type", (name, metric) => {
  expect(name.endsWith("_total")).toBe(metric.type === "counter");
  expect(metric.help).toMatch(/^\S.*[\w)]$/);
});
