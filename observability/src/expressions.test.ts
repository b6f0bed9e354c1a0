import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { serviceNames } from "@matinale/contracts";
import { metrics } from "@matinale/contracts/metrics";
import { expect, test } from "vitest";
import { dashboardOf, startsExpr } from "./dashboards/board.ts";
import { boards } from "./dashboards/index.ts";
import { standardMetrics } from "./expression.ts";
import { selectorsOf } from "./live/selectors.ts";
import { root } from "./places.ts";
import { alerts, ruleFiles, runbookOf, runbookPath } from "./rules/index.ts";
import { recordingRules } from "./rules/objectives.ts";

const panels = Object.values(boards).flatMap((board) => board.rows.flatMap((row) => row.panels));
const expressions = [
  ...panels.flatMap((panel) => panel.queries.map(({ expr }) => expr)),
  ...ruleFiles.alerts.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
  ...recordingRules.map(({ expr }) => expr),
  startsExpr,
];
/** Prometheus' own series of alerts, and the alert that always fires. */
const hasNoMetric = (expr: string) => expr === "vector(1)" || expr.startsWith("ALERTS{");

/** Names of the series that an expression selects. */
const selected = (expr: string): string[] =>
  selectorsOf(expr).map((selector) => selector.replace(/\{.*/, ""));

const scraped = Object.entries(metrics).flatMap(([name, { type }]) =>
  type === "histogram" ? ["bucket", "count", "sum"].map((part) => `${name}_${part}`) : [name],
);
const known = new Set<string>([
  ...scraped,
  ...standardMetrics,
  ...recordingRules.map(({ record }) => record),
]);

test("selects only metrics of the catalogue in every expression", () => {
  for (const expr of expressions.filter((each) => !hasNoMetric(each))) {
    expect(selected(expr)).not.toEqual([]);
    expect(selected(expr).filter((name) => !known.has(name))).toEqual([]);
  }
});

test("shows only the chosen namespaces in every panel", () => {
  const queries = [...panels.flatMap((panel) => panel.queries.map(({ expr }) => expr)), startsExpr];
  const selectors = queries.filter((each) => !hasNoMetric(each)).flatMap(selectorsOf);
  expect(selectors.filter((each) => !each.includes('namespace=~"$namespace"'))).toEqual([]);
});

test("shows every metric of the catalogue on a dashboard or in an alert", () => {
  const used = new Set(expressions.flatMap(selected));
  const unused = Object.entries(metrics).filter(([name, { type }]) =>
    type === "histogram" ? !used.has(`${name}_bucket`) : !used.has(name),
  );
  expect(unused.map(([name]) => name)).toEqual([]);
});

test("has one runbook for each alert", () => {
  const pages = readdirSync(join(root, "docs/runbooks")).filter((name) => name !== "README.md");
  expect(pages.toSorted()).toEqual(alerts.map((alert) => `${runbookOf(alert)}.md`).toSorted());
});

test("has a section of its runbook for each value of the label that names the section", () => {
  for (const alert of alerts.filter(({ section }) => section !== undefined)) {
    const page = readFileSync(join(root, runbookPath(alert)), "utf8");
    const label = /^\{\{ \$labels\.(\w+) \}\}$/.exec(alert.section ?? "")?.[1] ?? "";
    const [, values = ""] = new RegExp(`${label}=~"([^"]+)"`).exec(alert.expr) ?? [];
    const sections = [...page.matchAll(/^### (.*)$/gm)].map(([, title = ""]) => title);
    expect(sections.toSorted()).toEqual(values.split("|").toSorted());
  }
});

test("logs every message that a runbook searches for", () => {
  const folder = join(root, "docs/runbooks");
  const pages = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const wanted = pages
    .flatMap((page) => [...page.matchAll(/grep (?:-\w+ )?(?:"([^"]+)"|(\w+))/g)])
    .flatMap(([, quoted = "", bare = ""]) => (quoted || bare).split("|"));
  const code = ["packages", "services"].flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: "utf8" })
      .filter((path) => /\/src\/.*(?<!\.test)\.ts$/.test(path) && !path.includes("node_modules"))
      .map((path) => readFileSync(join(root, place, path), "utf8")),
  );
  expect(wanted.length).toBeGreaterThan(6);
  const missing = wanted.filter(
    (words) => !code.some((text) => text.toLowerCase().includes(words)),
  );
  expect(missing).toEqual([]);
});

test("has every dashboard and panel that a runbook names", () => {
  const folder = join(root, "docs/runbooks");
  const titles = new Set([
    ...Object.values(boards).map(({ title }) => title.replace("Matinale · ", "")),
    ...panels.map(({ title }) => title),
  ]);
  const named = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .flatMap((page) => [...page.matchAll(/“([^”?]+)”/g)].map(([, title = ""]) => title));
  expect(named.filter((title) => !titles.has(title))).toEqual([]);
});

test("links panels only to runbooks that exist", () => {
  const runbooks = new Set(alerts.map(runbookOf));
  const linked = panels.flatMap(({ runbook }) => runbook ?? []);
  expect(linked.filter((name) => !runbooks.has(name))).toEqual([]);
});

test("describes every panel, under a title that is unique in its dashboard", () => {
  for (const board of Object.values(boards)) {
    const titles = board.rows.flatMap((row) => row.panels.map(({ title }) => title));
    expect(new Set(titles).size).toBe(titles.length);
  }
  expect(panels.filter(({ description }) => description.length < 8)).toEqual([]);
});

test("offers only namespaces and services of Matinale: another product may have metrics of the same name", () => {
  const variables = dashboardOf(boards["services"]!).templating?.list ?? [];
  const chosenBy = (name: string) => variables.find((variable) => variable.name === name);
  expect(chosenBy("namespace")?.query).toContain("timezone_data_info");
  expect(chosenBy("service")).toMatchObject({ allValue: serviceNames.join("|") });
});
