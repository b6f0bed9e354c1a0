import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.ts";

const template = new URL("../../charts/matinale/templates/tests/site.yaml", import.meta.url);

/** The script that `helm test` runs: the last argument of the container, a block of text in its manifest. */
async function script(): Promise<string> {
  const [, text = ""] = /^ +- \|\n((?: {10}.*\n)+)/m.exec(await readFile(template, "utf8")) ?? [];
  return text.replaceAll(/^ {10}/gm, "");
}

test("helm test passes against a running gateway", async ({ baseURL }) => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", await script()],
    { env: { GATEWAY: baseURL }, encoding: "utf8" },
  );
  expect(stdout.trim().split("\n")).toEqual(["/healthz: 200", "/: 200", "/api/categories: 200"]);
  expect(status).toBe(0);
});
