import { globSync } from "node:fs";
import { serviceNames, topicNames } from "@matinale/contracts";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { environmentsOf } from "../../stack/src/environment.ts";
import { processNames } from "../../stack/src/processes.ts";
import { defaultPorts } from "../../stack/src/ports/stack-ports.ts";
import { randomSecrets } from "../../stack/src/secrets.ts";
import { read, root } from "./places.ts";

const quoted = (text = ""): string[] => [...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name!);

const [header, , ...rows] = read("docs/architecture.md")
  .split("\n")
  .filter((line) => line.startsWith("|"));
const cells = (row: string): string[] =>
  row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
const list = (cell = ""): string[] => cell.split(", ").filter((name) => name !== "");
const table = new Map(
  rows.map((row) => {
    const [name = "", port, stores, calls, publishes, consumes] = cells(row);
    const columns = { stores: list(stores), calls: list(calls) };
    const events = { publishes: list(publishes), consumes: list(consumes) };
    return [name, { port: Number(port), ...columns, ...events }] as const;
  }),
);
const rowOf = (name: string) => table.get(name)!;
const storesOf = (name: string) => rowOf(name).stores;
const usesKafka = (name: string) => rowOf(name).publishes.length + rowOf(name).consumes.length > 0;
/** The stores of every service, including Kafka, according to the table. */
const expected = serviceNames.map((name) => [
  name,
  [...storesOf(name), ...(usesKafka(name) ? ["kafka"] : [])].sort(),
]);

const stores = ["kafka", "mongodb", "redis"] as const;
const isStore = (name: string | undefined) => stores.some((each) => each === name);

test("lists every process once", () => {
  expect(cells(header ?? "")).toEqual([
    "Process",
    "Port",
    "Stores",
    "Calls",
    "Publishes",
    "Consumes",
  ]);
  expect([...table.keys()]).toEqual([...serviceNames, "simulator", "mail", ...stores]);
  expect(rows).toHaveLength(table.size);
});

test("agrees with docker-compose.yml about services, stores, calls and published ports", () => {
  const { services } = parse(read("docker-compose.yml"), { merge: true }) as {
    services: Record<
      string,
      { profiles?: string[]; environment?: Record<string, string>; ports?: string[] }
    >;
  };
  const processes = Object.keys(services).filter((name) => !services[name]?.profiles);
  expect(new Set(processes)).toEqual(new Set([...serviceNames, "simulator", ...stores, "topics"]));
  const variables = { mongodb: "MONGODB_URI", redis: "REDIS_URL", kafka: "KAFKA_BROKERS" };
  const uses = (name: string) =>
    Object.entries(variables).flatMap(([store, variable]) =>
      services[name]?.environment?.[variable] === undefined ? [] : [store],
    );
  expect(serviceNames.map((name) => [name, uses(name).sort()])).toEqual(expected);
  for (const name of serviceNames) {
    const environment = services[name]?.environment ?? {};
    const calls = serviceNames.filter((each) => environment[`${each.toUpperCase()}_URL`]);
    expect([name, calls]).toEqual([name, rowOf(name).calls]);
  }
  for (const name of ["gateway", "simulator"]) {
    expect(services[name]?.ports?.[0]).toMatch(new RegExp(`:${rowOf(name).port}$`));
  }
});

/** The words in a list of a chart's template: who calls a service, what it calls and uses. */
const chartList = (service: string, name: "calledBy" | "calls" | "uses"): string[] =>
  quoted(
    new RegExp(`"${name}" \\(list ([^)]*)\\)`).exec(
      read(`charts/matinale/templates/services/${service}.yaml`),
    )?.[1],
  );

test("agrees with the chart about services, stores, calls and ports of stores", () => {
  const values = parse(read("charts/matinale/values.yaml")) as { services: object };
  expect(Object.keys(values.services)).toEqual([...serviceNames]);
  const templates = globSync("*.yaml", { cwd: `${root}charts/matinale/templates/services` });
  expect(templates.map((file) => file.replace(".yaml", "")).sort()).toEqual(
    [...serviceNames].sort(),
  );
  const uses = (name: string) => chartList(name, "uses").filter(isStore);
  expect(serviceNames.map((name) => [name, uses(name).sort()])).toEqual(expected);
  for (const name of serviceNames) {
    expect([name, chartList(name, "calls")]).toEqual([name, rowOf(name).calls]);
    const callers = serviceNames.filter((each) => rowOf(each).calls.includes(name));
    const inside = chartList(name, "calledBy").filter((each) => each !== "outside");
    expect([name, inside]).toEqual([name, callers]);
  }
  for (const name of stores) {
    const template = read(`charts/matinale/templates/backing/${name}.yaml`);
    expect(template).toContain(`"port" ${rowOf(name).port} `);
  }
});

test("docs/kubernetes.md names every connection that the network policies allow", () => {
  const [, sentence = ""] =
    /allow only these connections: (.*?)\. /.exec(read("docs/kubernetes.md")) ?? [];
  const connections = sentence.split("; ").map((connection) => {
    const [from = "", to = ""] = connection.replace(/,? for .*/, "").split(" to ", 2);
    return { from, to };
  });
  /** The services that the docs connect to something, in the order of serviceNames. */
  const connectedTo = (target: string) => {
    const from = connections.filter(({ to }) => to === target).map((each) => each.from);
    return serviceNames.filter((name) => new RegExp(`\\b${name}\\b`).test(from.join()));
  };
  const using = (what: string) =>
    serviceNames.filter((name) => chartList(name, "uses").includes(what));
  for (const name of serviceNames.filter((each) => each !== "gateway")) {
    const callers = [...connectedTo("the five services"), ...connectedTo(name)];
    expect([name, callers]).toEqual([name, chartList(name, "calledBy")]);
  }
  expect(connectedTo("the internet on port 443")).toEqual(using("internet"));
  expect(connectedTo("the internet on `mail.port`")).toEqual(using("mail"));
  expect(sentence).toContain("`tracing.endpoint`");
});

test("agrees with dev/stack about ports, stores and calls", () => {
  const names = [...processNames, "mail", ...stores] as const;
  expect(names.map((name) => [name, defaultPorts[name]])).toEqual(
    names.map((name) => [name, rowOf(name).port]),
  );
  const environments = environmentsOf({
    ports: defaultPorts,
    secrets: randomSecrets(),
    devServices: { kafka: "kafka", mongodb: "mongodb", redis: "redis" },
    site: "/site",
    env: {},
  });
  for (const [name, uses] of expected) {
    const environment = environments[name as (typeof serviceNames)[number]];
    const own = Object.values(environment).filter(isStore);
    expect([name, own.sort()]).toEqual([name, uses]);
    const calls = serviceNames.filter((each) => environment[`${each.toUpperCase()}_URL`]);
    expect([name, calls]).toEqual([name, rowOf(String(name)).calls]);
  }
});

test("agrees with the code about the topics that each service publishes and consumes", () => {
  const topicsIn = (service: string, pattern: RegExp) => {
    const files = globSync(`services/${service}/src/**/*.ts`, { cwd: root }).filter(
      (file) => !/\.test\.ts$|\/testing/.test(file),
    );
    const text = files.map(read).join("\n");
    const found = new Set([...text.matchAll(pattern)].map(([, name]) => name));
    return topicNames.filter((name) => found.has(name));
  };
  const inOrder = (names: string[]) => topicNames.filter((name) => names.includes(name));
  for (const name of serviceNames) {
    const { publishes, consumes } = rowOf(name);
    expect({
      name,
      publishes: topicsIn(name, /\brecord(?:Tombstone)?\(\s*"([a-z.]+)"/g),
      consumes: topicsIn(name, /\b(?:topic: |(?:projection|eventConsumer)\(\s*)"([a-z.]+)"/g),
    }).toEqual({ name, publishes: inOrder(publishes), consumes: inOrder(consumes) });
  }
  const rowsWithEvents = serviceNames.map(rowOf);
  expect(new Set(rowsWithEvents.flatMap(({ publishes }) => publishes))).toEqual(
    new Set<string>(topicNames),
  );
});
