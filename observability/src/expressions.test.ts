import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { serviceNames } from "@matinale/contracts";
import { metrics } from "@matinale/contracts/metrics";
import { expect, test } from "vitest";
import { dashboards, panelsOf } from "./dashboards.ts";
import { standardMetrics } from "./live/exposition.ts";
import { selectorsOf } from "./live/selectors.ts";
import { root } from "./places.ts";
import { alerts, recordingRules, ruleTests } from "./rules.ts";

const panels = dashboards.flatMap(panelsOf);
const queries = [
  ...panels.flatMap(({ targets }) => targets),
  ...dashboards.flatMap(({ annotations }) => annotations.list),
].map(({ expr }) => expr);
const expressions = [
  ...queries,
  ...alerts.map(({ expr }) => expr),
  ...recordingRules.map(({ expr }) => expr),
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

test("selects only labels and bounds that the metric has", () => {
  const declared = new Map<string, { labels: readonly string[]; buckets?: readonly number[] }>(
    Object.entries(metrics),
  );
  const unknown = expressions.flatMap(selectorsOf).filter((selector) => {
    const [series = "", matchers = ""] = selector.split("{");
    const metric = declared.get(series.replace(/_(?:bucket|count|sum)$/, ""));
    if (metric === undefined) return false;
    const labels = new Set([...metric.labels, "job", "instance", "namespace", "le"]);
    const used = [...matchers.matchAll(/(\w+)(?:=|!=|!~|=~)"/g)].map(([, label = ""]) => label);
    const bound = /\ble=~?"([\d.]*\d)/.exec(matchers)?.[1];
    const isBound = bound === undefined || metric.buckets?.includes(Number(bound));
    return !isBound || used.some((label) => !labels.has(label));
  });
  expect(unknown).toEqual([]);
});

test("records an objective over each window in the same way", () => {
  for (const { record, expr } of recordingRules) {
    const [, name, window] = /^(.*)_(\d+\w)$/.exec(record) ?? [];
    if (window === undefined) continue;
    const first = recordingRules.find((rule) => rule.record === `${name}_5m`)?.expr;
    const form = first?.replaceAll("[5m]", `[${window}]`).replaceAll("_5m ", `_${window} `);
    expect(form).toBe(expr);
  }
});

test("names every service in the alerts for all of them", () => {
  const ofAll = alerts.filter(({ expr }) => expr.includes("job=~"));
  const named = ofAll.flatMap(({ expr }) => [...expr.matchAll(/job=~"([^"]+)"/g)]);
  expect(new Set(named.map(([, jobs]) => jobs))).toEqual(new Set([serviceNames.join("|")]));
  const expr = alerts.find(({ alert }) => alert === "ServiceDown")?.expr;
  for (const name of serviceNames) {
    expect(expr).toContain(`unless on (namespace) up{job="${name}"}, "job", "${name}", "", "")`);
    expect(expr).toContain(`absent(up{job="${name}"})`);
  }
});

test("proves that each alert fires, clears and stays silent", () => {
  for (const { alert } of alerts.filter(({ labels }) => labels.severity !== "none")) {
    const own = ruleTests.filter(({ name }) => name.startsWith(`${alert} `));
    const proofs = own.map(({ promql_expr_test: checks }) => {
      const about = checks.filter(({ expr }) => expr.includes(`alertname="${alert}"`));
      expect(about).toEqual(checks);
      return checks.map(({ exp_samples: samples }) => (samples.length > 0 ? "fires" : "silent"));
    });
    expect(proofs).toContainEqual(["silent", "fires", "silent"]);
    expect(proofs).toContainEqual(["silent"]);
  }
});

test("shows only the chosen namespaces in every panel", () => {
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

test("has one runbook for each alert, with its name", () => {
  const pages = readdirSync(join(root, "docs/runbooks")).filter((name) => name !== "README.md");
  expect(pages.toSorted()).toEqual(alerts.map(({ labels }) => `${labels.runbook}.md`).toSorted());
  for (const { alert, labels, annotations } of alerts) {
    expect(labels.runbook.replaceAll("-", "")).toBe(alert.toLowerCase());
    expect(annotations.runbook_url.split("#")[0]).toBe(`docs/runbooks/${labels.runbook}.md`);
  }
});

test("has a section of its runbook for each value of the label that names the section", () => {
  for (const { expr, annotations } of alerts) {
    const [path = "", section] = annotations.runbook_url.split("#");
    if (section === undefined) continue;
    const page = readFileSync(join(root, path), "utf8");
    const label = /^\{\{ \$labels\.(\w+) \}\}$/.exec(section)?.[1] ?? "";
    const [, values = ""] = new RegExp(`${label}=~"([^"]+)"`).exec(expr) ?? [];
    const sections = [...page.matchAll(/^### (.*)$/gm)].map(([, title = ""]) => title);
    expect(sections.toSorted()).toEqual(values.split("|").toSorted());
  }
});

test("has every dashboard and panel that a runbook names", () => {
  const folder = join(root, "docs/runbooks");
  const titles = new Set([
    ...dashboards.map(({ title }) => title.replace("Matinale · ", "")),
    ...panels.map(({ title }) => title),
  ]);
  const named = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .flatMap((page) => [...page.matchAll(/“([^”?]+)”/g)].map(([, title = ""]) => title));
  expect(named.filter((title) => !titles.has(title))).toEqual([]);
});

test("links panels only to runbooks that exist", () => {
  const runbooks = new Set(alerts.map(({ labels }) => labels.runbook));
  const linked = panels.flatMap(({ links }) => links.map(({ url }) => url));
  const named = linked.map((url) => /^docs\/runbooks\/(.*)\.md$/.exec(url)?.[1] ?? url);
  expect(named.filter((name) => !runbooks.has(name))).toEqual([]);
});

test("describes every panel, under a title that is unique in its dashboard", () => {
  for (const board of dashboards) {
    const titles = panelsOf(board).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  }
  expect(panels.filter(({ description }) => description.length < 8)).toEqual([]);
});

test("offers only namespaces and services of Matinale: another product may have metrics of the same name", () => {
  for (const { title, templating } of dashboards) {
    const chosenBy = (wanted: string) => templating.list.find(({ name }) => name === wanted);
    expect(chosenBy("namespace")?.["query"]).toContain("timezone_data_info");
    if (title !== "Matinale · services") continue;
    expect(chosenBy("service")).toMatchObject({ allValue: serviceNames.join("|") });
  }
});

test("gives all dashboards the same variables, links and annotations", () => {
  const [first, ...others] = dashboards.map(({ annotations, links, templating }) => ({
    annotations,
    links,
    variables: templating.list.filter(({ name }) => name !== "service"),
  }));
  expect(others).toHaveLength(5);
  for (const other of others) expect(other).toEqual(first);
});

test("reads every panel from the chosen data source", () => {
  const found = [...JSON.stringify(dashboards).matchAll(/"datasource":\{[^}]*"uid":"([^"]*)"/g)];
  expect(new Set(found.map(([, uid]) => uid))).toEqual(new Set(["${datasource}"]));
});
