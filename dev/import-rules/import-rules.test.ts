import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { importRules } from "./import-rules.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "import-rules-")));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes files below the root. */
const write = (files: Record<string, string>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

/** Names of the rules that the imports of these files break. */
async function brokenBy(files: Record<string, string>): Promise<string[]> {
  write(files);
  const { forbidden = [], options = {} } = importRules(root);
  const { output } = await cruise(["."], {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  });
  const { summary } = output as ICruiseResult;
  return summary.violations.map(({ rule }) => rule.name).toSorted();
}

const store = "export class Store {}\n";
const domain = "services/billing/src/domain/plans.ts";

describe("importRules", () => {
  test.each([
    ["domain-imports", domain, 'import "../store/store.ts";'],
    ["domain-imports", domain, 'import type { Store } from "../store/store.ts";'],
    ["domain-imports-pure-modules", domain, 'import "node:fs";'],
    ["domain-imports-pure-modules", domain, 'import "node:child_process";'],
    ["domain-imports-pure-packages", domain, 'import "mongoose";'],
    ["domain-imports-pure-packages", domain, 'import "express";'],
    ["store-imports", "services/billing/src/store/plans.ts", 'import "../application/pay.ts";'],
    ["clients-imports", "services/billing/src/clients/plans.ts", 'import "../application/pay.ts";'],
    ["application-imports", "services/billing/src/application/x.ts", 'import "../routes/pay.ts";'],
    ["workers-imports", "services/billing/src/workers/tick.ts", 'import "../routes/pay.ts";'],
    ["engines-are-pure", "packages/newsroom/src/text.ts", 'import "node:fs";'],
    ["engines-are-pure", "packages/newsroom/src/text.ts", 'import "mongoose";'],
    [
      "production-code-imports-no-test-code",
      "services/billing/src/main.ts",
      'import "./testing/harness.ts";',
    ],
    [
      "services-stand-alone",
      "services/content/src/application/x.ts",
      'import "../../../billing/src/store/store.ts";',
    ],
  ])("finds a break of %s by %s: %s", async (rule, path, text) => {
    const broken = await brokenBy({
      "services/billing/src/store/store.ts": store,
      "services/billing/src/application/pay.ts": store,
      "services/billing/src/routes/pay.ts": store,
      "services/billing/src/testing/harness.ts": store,
      "node_modules/mongoose/package.json": '{ "name": "mongoose", "main": "index.js" }',
      "node_modules/mongoose/index.js": "",
      "node_modules/express/package.json": '{ "name": "express", "main": "index.js" }',
      "node_modules/express/index.js": "",
      [path]: text,
    });
    expect(broken).toContain(rule);
  });

  test("finds a value that the configuration imports where only types are allowed", async () => {
    const config = "services/billing/src/config.ts";
    const files = { "services/billing/src/clients/store.ts": store };
    expect(
      await brokenBy({ ...files, [config]: 'import type { Store } from "./clients/store.ts";' }),
    ).toEqual([]);
    expect(
      await brokenBy({ ...files, [config]: 'import { Store } from "./clients/store.ts";' }),
    ).toEqual(["config.ts-imports-types"]);
  });

  test("allows imports from routes to rules and in tests", async () => {
    const broken = await brokenBy({
      "services/billing/src/routes/pay.ts": 'import "../application/pay.ts";',
      "services/billing/src/application/pay.ts": 'import "../store/store.ts";\nimport "node:fs";',
      "services/billing/src/store/store.ts": 'import "../domain/plans.ts";',
      "services/billing/src/main.ts": 'import "./service.ts";',
      "services/billing/src/service.ts": 'import "./routes/pay.ts";',
      "services/billing/src/testing/harness.ts": 'import "../service.ts";',
      "services/billing/src/domain/plans.test.ts": 'import "../testing/harness.ts";',
      [domain]: 'import "node:crypto";',
    });
    expect(broken).toEqual([]);
  });

  test("refuses a package that the package.json does not name", async () => {
    const files = {
      "packages/kit/src/index.ts": "export {};\n",
      "packages/bus/src/index.ts": 'import "../../kit/src/index.ts";',
    };
    const manifest = "packages/bus/package.json";
    expect(await brokenBy({ ...files, [manifest]: "{}" })).toEqual([
      "packages/bus-imports-what-it-declares",
    ]);
    const declared = '{ "dependencies": { "@matinale/kit": "*" } }';
    expect(await brokenBy({ ...files, [manifest]: declared })).toEqual([]);
  });

  test.each(["utils/dates.ts", "helpers.ts"])(
    "refuses %s, a room that no rule knows",
    async (path) => {
      const files = {
        "services/billing/src/domain/plans.ts": "export {};\n",
        "services/billing/src/main.test.ts": 'import "./domain/plans.ts";',
      };
      expect(await brokenBy(files)).toEqual([]);
      const unknown = { [`services/billing/src/${path}`]: 'import "node:fs";' };
      expect(await brokenBy({ ...files, ...unknown })).toEqual(["rooms-are-known"]);
    },
  );
});
