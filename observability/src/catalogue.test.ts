import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { metrics } from "@matinale/contracts/metrics";
import { expect, test } from "vitest";

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

test("creates metrics only in the kit", async () => {
  const makers = (await sources()).filter(({ text }) => text.includes('from "prom-client"'));
  expect(makers.map(({ path }) => path)).toEqual(["packages/kit/src/metrics.ts"]);
});

test.each(Object.entries(metrics))("names %s by its type and unit", (name, metric) => {
  expect(name.endsWith("_total")).toBe(metric.type === "counter");
  expect(metric.unit === "seconds").toBe(name.endsWith("_seconds"));
  expect(metric.help).toMatch(/^\S.*[\w)]$/);
});
