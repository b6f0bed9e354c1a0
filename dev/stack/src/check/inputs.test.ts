import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { benchInputs, hashOfInputs, imageInputs, type Inputs } from "./inputs.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinale-inputs-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Whether a new file changes the hash of the inputs. */
async function counts(file: string, inputs: Inputs): Promise<boolean> {
  const before = await hashOfInputs(inputs, folder);
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), "x");
  return (await hashOfInputs(inputs, folder)) !== before;
}

test.each([
  ["services/delivery/src/main.ts", true, true],
  ["packages/kit/src/testing/listen.ts", false, true],
  ["packages/kit/src/worker.test.ts", false, false],
  ["bench/crowd/main.ts", false, true],
  ["bench/results/crowd.txt", false, false],
  ["docker-compose.yml", false, true],
  ["Dockerfile", true, true],
  ["web/src/entry.client.tsx", true, false],
  ["docs/capacity.md", false, false],
  ["services/delivery/dist/main.js", false, false],
  ["web/node_modules/.vite/deps.js", false, false],
])("%s is an input of the images: %s, of the benches: %s", async (file, images, benches) => {
  expect(await counts(file, imageInputs)).toBe(images);
  await rm(join(folder, file));
  expect(await counts(file, benchInputs)).toBe(benches);
});

test("a changed file changes the hash", async () => {
  expect(await counts("services/main.ts", benchInputs)).toBe(true);
  const before = await hashOfInputs(benchInputs, folder);
  await writeFile(join(folder, "services/main.ts"), "y");
  expect(await hashOfInputs(benchInputs, folder)).not.toBe(before);
});
