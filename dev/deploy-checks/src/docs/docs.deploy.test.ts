import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { removeProductFiles } from "@matinale/kit/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { environmentsIn } from "../chart/environment.ts";
import { given, installations, render } from "../chart/installations.ts";
import { manifestsOf, podOf } from "../chart/manifests.ts";
import { policyViolations } from "../chart/policy.ts";
import { read, root } from "../places.ts";
import { commandProblems, missingPaths, valueProblems, type DocContext } from "./doc-commands.ts";
import { installationProblems, keysIn } from "./documented-installation.ts";
import { blocksOf, commandsOf, fragmentsOf, linksOf, spansOf } from "./markdown.ts";

const pages = globSync(["*.md", "docs/**/*.md", "*/**/README.md"], {
  cwd: root,
  exclude: (path) => path.includes("node_modules"),
});
const manifest = z.object({ scripts: z.record(z.string(), z.string()) });
const packageFile = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.unknown()).default({}),
});
const values = z.record(z.string(), z.unknown()).parse(parse(read("charts/matinale/values.yaml")));
const verbsIn = (file: string, pattern: RegExp) =>
  [...read(file).matchAll(pattern)].map(([, verb = ""]) => verb);

let context: DocContext;
afterAll(removeProductFiles);
beforeAll(async () => {
  const [operators = ""] = verbsIn("packages/ops-cli/src/main.ts", /main\.ts (.*)$/gm);
  context = {
    root,
    objects: manifestsOf(await render(given(["values-prod.yaml", "ci/production-values.yaml"]))),
    makefile: read("Makefile"),
    operators: new Set(operators.split(" | ")),
    singleHost: new Set(verbsIn("deploy/compose/matinale", /^\.\/matinale (\w+)/gm)),
    scripts: (workspace = "") =>
      new Set(
        Object.keys(manifest.parse(JSON.parse(read(join(workspace, "package.json")))).scripts),
      ),
  };
});

/** Whether a relative link of a page leads to a file and, if it has a fragment, to a heading. */
function leadsSomewhere(link: string, path: string, page: string): boolean {
  const [name = "", fragment] = link.split("#");
  const file = join(root, dirname(path), name);
  if (name !== "" && !existsSync(file)) return false;
  if (fragment === undefined) return true;
  return fragmentsOf(name === "" ? page : readFileSync(file, "utf8")).has(fragment);
}

test.each(pages)("%s: commands, settings and links exist", (path) => {
  const page = read(path);
  expect([
    ...commandsOf(page).flatMap((command) => commandProblems(command, context)),
    ...valueProblems(spansOf(page), values),
    ...missingPaths(spansOf(page), root),
  ]).toEqual([]);
  const broken = linksOf(page).filter((link) => !leadsSomewhere(link, path, page));
  expect(broken, "links to files or headings that do not exist").toEqual([]);
});

test.each(globSync("packages/*/package.json", { cwd: root }))(
  "the README beside %s names every entry point, and no other",
  (path) => {
    const { name, exports } = packageFile.parse(JSON.parse(read(path)));
    const readme = read(join(dirname(path), "README.md"));
    const named = new Set(
      [...readme.matchAll(new RegExp(`${name}/(\\w+)`, "g"))].map(([, entry = ""]) => `./${entry}`),
    );
    const entries = Object.keys(exports).filter((entry) => entry !== ".");
    expect([...named].toSorted()).toEqual(entries.toSorted());
  },
);

test("the Makefile has a rule for each of its phony targets, and no other", () => {
  const makefile = read("Makefile");
  const phony = /^\.PHONY: (.+)$/m.exec(makefile)?.[1]?.split(" ") ?? [];
  const rules = [...makefile.matchAll(/^([a-z0-9-]+):/gm)].map(([, name]) => name);
  expect(rules.toSorted()).toEqual(phony.toSorted());
});

test("a runbook that replaces a secret restarts exactly the services that read it", () => {
  const environments = environmentsIn(context.objects);
  const steps = globSync("docs/runbooks/*.md", { cwd: root }).flatMap((path) =>
    read(path)
      .split("\n")
      .filter((line) => line.includes("rollout restart"))
      .flatMap((line) => {
        const secrets = [...line.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name = ""]) => name);
        const restarted = [...line.matchAll(/deploy\/matinale-([a-z]+)/g)].map(([, name]) => name);
        return secrets.map((secret) => ({ path, secret, restarted }));
      }),
  );
  expect(steps.length).toBeGreaterThan(3);
  for (const { path, secret, restarted } of steps) {
    const readers = environments.filter(([, env]) => secret in env).map(([service]) => service);
    expect({ path, secret, restarted }).toEqual({ path, secret, restarted: readers });
  }
});

test("runbooks search the logs for words that the service logs", () => {
  const sourcesOf = (service: string) =>
    globSync(`{services/${service.replace("<service>", "*")},packages/*}/src/**/*.ts`, {
      cwd: root,
      exclude: (path) => /\.test\.ts$|^testing$|^service-tests$/.test(path),
    });
  const searched = globSync("docs/runbooks/*.md", { cwd: root })
    .flatMap((path) => commandsOf(read(path)))
    .flatMap((command) => {
      const [, service = "", grep = ""] =
        /^kubectl .*logs .*component=(\S+) .*\| grep (.+)$/.exec(command) ?? [];
      return grep
        .replaceAll(/(?:^| )-\w+ /g, " ")
        .split(/["'|]+|^ (?=\w)/)
        .map((words) => ({ service, words: words.trim() }))
        .filter(({ words }) => /^[a-z][\w -]*$/i.test(words) && words !== "level");
    });
  expect(searched.length).toBeGreaterThan(20);
  const missing = searched.filter(
    ({ service, words }) =>
      !sourcesOf(service).some((file) => new RegExp(`["\`].*${words}`, "i").test(read(file))),
  );
  expect(missing).toEqual([]);
});

test("docs/security.md says how to rotate every secret that a pod reads", async () => {
  const rendered = await Promise.all(installations.map((files) => render(given(files))));
  const secrets = rendered
    .flatMap(manifestsOf)
    .flatMap((object) => podOf(object)?.containers ?? [])
    .flatMap(({ env }) => env)
    .filter(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined)
    .map(({ name }) => name);
  expect(secrets).toEqual(expect.arrayContaining(["WHATSAPP_APP_SECRET", "WAHA_HMAC_KEY"]));
  const [table = ""] = /^\| Secret .*?\n\n/ms.exec(read("docs/security.md")) ?? [];
  expect(secrets.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

describe("docs/backup.md", () => {
  const page = read("docs/backup.md");

  test("restores one of several installations by the names of all its databases", () => {
    const databases = environmentsIn(context.objects).flatMap(
      ([, env]) => env["MONGODB_DATABASE"] ?? [],
    );
    const named = [...page.matchAll(/--nsInclude '(\w+)\.\*'/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(databases.toSorted());
    // mongorestore refuses the two together
    expect(page).not.toMatch(/--oplogReplay(?:\\\n|[^\n])*--ns/);
  });

  test("stops sending and keeps STOPs as delivery stores them", () => {
    const updates: unknown[] = [];
    const files = new Map<string, string>();
    const stop = { at: "2026-11-23T04:17:00.000Z", by: "phone" };
    const collection = (name: string) => ({
      updateOne: (...update: unknown[]) => updates.push([name, ...update]),
      find: () => ({ toArray: () => [{ _id: "ada", stopped: stop }] }),
    });
    const db = {
      getSiblingDB: (database: string) => ({
        sender_switch: collection(`${database}.sender_switch`),
        subscribers: collection(`${database}.subscribers`),
      }),
    };
    const scripts = [...page.matchAll(/--eval '([^']+)'/g)].map(([, script = ""]) => script);
    for (const script of scripts) {
      runInNewContext(script, {
        db,
        EJSON: JSON,
        Date,
        print: (line: string) => files.set("stops.json", line),
        require: () => ({ readFileSync: (name: string) => files.get(name) }),
      });
    }
    const change = { $set: { reason: "restore", stoppedAt: expect.any(Date) } };
    expect(updates).toEqual([
      ["matinale_delivery.sender_switch", { _id: "sending" }, change, { upsert: true }],
      ["matinale_delivery.subscribers", { _id: "ada" }, { $set: { stopped: stop } }],
    ]);
    const store = read("services/delivery/src/store/sender-switch.ts");
    expect(store).toMatch(/_id = "sending"[^]*\("sender_switch"\)/);
  });
});

test("with the values of docs/kubernetes.md people can pay", async () => {
  const page = read("docs/kubernetes.md");
  const documented = blocksOf(page, "yaml").find((block) => block.startsWith("publicUrl:"));
  const folder = mkdtempSync(join(tmpdir(), "matinale-docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const mine = join(folder, "mine.yaml");
  let placeholders = 0;
  writeFileSync(
    mine,
    documented!.replaceAll("…", () => `placeholder${(placeholders += 1)}`),
  );
  const objects = manifestsOf(await render([...given(["values-prod.yaml"]), "-f", mine]));
  expect(policyViolations(objects)).toEqual([]);
  expect(installationProblems(objects, keysIn(page))).toEqual([]);
});
