import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { serviceNames, topicNames } from "@matinale/contracts";
import { metrics } from "@matinale/contracts/metrics";
import { expect, test } from "vitest";
import { dashboards } from "./dashboards.ts";
import { root } from "./places.ts";
import { alerts, ruleTests } from "./rules.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
/** Text of the files in a folder whose path ends so, by path. */
const textsIn = (folder: string, end: RegExp): [path: string, text: string][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => end.test(path) && !path.includes("node_modules"))
    .map((path) => [join(folder, path), read(join(folder, path))]);
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([whole, part]) => part ?? whole);

/** Topics of every service's consumers, as declared in src/consumers. */
const consumers = serviceNames.flatMap((service) => {
  const isThere = readdirSync(join(root, "services", service, "src")).includes("consumers");
  if (!isThere) return [];
  const text = textsIn(`services/${service}/src/consumers`, /(?<!\.test)\.ts$/)
    .map(([, each]) => each)
    .join("\n");
  return [
    {
      service,
      declared: matches(text, /\b(?:(?:personalC|eventC|c)onsumer|projection)\(/g).length,
      topics: matches(text, /\b(?:topic: |(?:projection|eventConsumer)\(\s*)"([^"]+)"/g),
    },
  ];
});
const groups = new Set(
  consumers.flatMap(({ service, topics }) => topics.map((topic) => `${service}.${topic}`)),
);
const topics = new Set<string>(topicNames.flatMap((name) => [name, `${name}.dlq`]));
/** First words of topics, as an alternative of a regular expression: `user|preferences|…`. */
const entities = topicNames.map((name) => name.split(".")[0]).join("|");

/** What an operator reads: help of the commands, the Makefile, the README and docs, alerts and dashboards. */
const pages: (readonly [path: string, text: string])[] = [
  ...textsIn("packages/ops-cli", /(?<!\.test)\.(?:ts|md)$/),
  ...textsIn("docs", /\.md$/),
  ["Makefile", read("Makefile")],
  ...textsIn("observability/tests", /\.yaml$/),
  ...alerts.map((alert) => [`alert ${alert.alert}`, JSON.stringify(alert)] as const),
  ...dashboards.map((board) => [`dashboard ${board.title}`, JSON.stringify(board)] as const),
];
/** Values of an option, as `group=…`, `--group=…` or `--group …`. */
const optionValues = (text: string, option: string): string[] =>
  matches(text, new RegExp(`(?:\\b${option}=|--${option} )([a-z][\\w.-]*\\w)(?!\\w|\\.?…)`, "g"));

test("finds the topic of every declared consumer, once for each service", () => {
  expect(groups.size).toBeGreaterThan(10);
  for (const { service, declared, topics: found } of consumers) {
    expect({ service, topics: found.length }).toEqual({ service, topics: declared });
    expect({ service, topics: found }).toEqual({ service, topics: [...new Set(found)] });
  }
});

test("every consumer group that commands, docs and alerts name exists", () => {
  const services = serviceNames.join("|");
  const group = new RegExp(`(?<![\\w./-])(?:${services})\\.(?:${entities})\\.\\w+`, "g");
  const named = pages.flatMap(([path, text]) =>
    [...matches(text, group), ...optionValues(text, "group")].map((name) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ name }) => !groups.has(name))).toEqual([]);
});

test("every topic that runbooks, alerts and examples name exists", () => {
  const topic = new RegExp(`(?<![\\w./-])(?:${entities})\\.\\w+(?:\\.dlq)?`, "g");
  const named = pages.flatMap(([path, text]) => [
    ...(/^docs\/runbooks\/|^observability\/|^alert /.test(path) ? matches(text, topic) : []).map(
      (name) => ({
        path,
        name,
      }),
    ),
    ...optionValues(text, "topic").map((name) => ({ path, name })),
  ]);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ name }) => !topics.has(name))).toEqual([]);
});

const label = (selector: string, name: string) =>
  new RegExp(`[{,]${name}="([^"]+)"`).exec(selector)?.[1];

/** Series of the samples with which rules are tested. */
const selectors = ruleTests.flatMap(({ name, input_series: samples }) =>
  samples.map(({ series: selector }) => ({ name, selector })),
);

test("alerts are proved with consumers and topics that exist", () => {
  const ofConsumers = selectors.filter(({ selector }) => selector.startsWith("bus_"));
  expect(ofConsumers.length).toBeGreaterThan(2);
  for (const { name, selector } of ofConsumers) {
    const group =
      label(selector, "group") ?? `${label(selector, "job")}.${label(selector, "topic")}`;
    expect({ name, group, exists: groups.has(group) }).toEqual({ name, group, exists: true });
  }
  for (const { name, selector } of selectors) {
    const topic = label(selector, "topic");
    if (topic === undefined) continue;
    expect({ name, topic, exists: topics.has(topic) }).toEqual({ name, topic, exists: true });
  }
});

test("alerts are proved with labels that the metric has, and their texts name labels of the result", () => {
  const added = ["job", "instance", "namespace", "le", "__name__"];
  const labelsOf = new Map<string, readonly string[]>(
    Object.entries(metrics).map(([name, { labels }]) => [name, labels]),
  );
  for (const { name, selector } of selectors) {
    const metric = selector.split("{", 1)[0]!.replace(/_(?:bucket|count|sum)$/, "");
    const known = labelsOf.get(metric);
    const used = matches(selector, /[{,](\w+)=/g);
    const unknown = used.filter((each) => known && ![...known, ...added].includes(each));
    expect({ name, selector, unknown }).toEqual({ name, selector, unknown: [] });
  }
  for (const { alert: name, expr, annotations } of alerts) {
    const kept = matches(expr, /\bby \(([^)]*)\)/g).flatMap((list) => list.split(/,\s*/));
    const shown = matches(Object.values(annotations).join(" "), /\$labels\.(\w+)/g);
    const missing = kept.length === 0 ? [] : shown.filter((each) => !kept.includes(each));
    expect({ name, missing }).toEqual({ name, missing: [] });
  }
});
