import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { topicNames } from "@matinale/contracts";
import { expect, test } from "vitest";
import { root } from "./places.ts";
import { alerts } from "./rules/index.ts";

/** Text of the files in a folder whose path ends so, by path. */
const textsIn = (folder: string, end: RegExp): [path: string, text: string][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => end.test(path) && !path.includes("node_modules"))
    .map((path) => [join(folder, path), readFileSync(join(root, folder, path), "utf8")]);

/** Topic of every handler in the code, by its consumer group. */
const topicOf = new Map<string, string | undefined>(
  textsIn("services", /\/src\/.*(?<!\.test)\.ts$/).flatMap(([path, text]) => {
    const service = path.split("/")[1];
    return [...text.matchAll(/handler: "([^"]+)",\s*topic: "([^"]+)"/g)].map(
      ([, handler, topic]) => [`${service}.${handler}`, topic] as const,
    );
  }),
);
const topics = new Set<string>(topicNames.flatMap((name) => [name, `${name}.dlq`]));

/** What an operator reads: help of the tools, the Makefile, docs and runbooks. */
const pages = [
  ...textsIn("packages/operate/src", /(?<!\.test)\.ts$/),
  ...textsIn("docs", /\.md$/),
  ["Makefile", readFileSync(join(root, "Makefile"), "utf8")] as const,
];
const lines = pages.flatMap(([path, text]) => text.split("\n").map((line) => ({ path, line })));
/** Values of an option, as `group=…`, `--group=…` or `--group …`. */
const named = (line: string, option: string): string[] =>
  [...line.matchAll(new RegExp(`(?:\\b${option}=|--${option} )([a-z][\\w.-]*\\w)`, "g"))].map(
    ([, name]) => name ?? "",
  );

test("the code’s handlers are found", () => {
  expect(topicOf.get("delivery.take-audio")).toBe("audio.ready");
  expect(topicOf.size).toBeGreaterThan(10);
});

test("every group that the tools’ help, the Makefile and docs name reads the topic beside it", () => {
  const examples = lines.flatMap(({ path, line }) => {
    const beside = named(line, "topic");
    return named(line, "group").map((group, at) => ({ path, group, topic: beside[at] }));
  });
  expect(examples.length).toBeGreaterThan(3);
  for (const { path, group, topic } of examples) {
    expect({ path, group, topic }).toEqual({ path, group, topic: topicOf.get(group) });
  }
});

test("every topic that runbooks and examples name exists", () => {
  const wrong = lines.flatMap(({ path, line }) =>
    [...line.matchAll(/(?<![\w./-])(?:user|preferences|subscription|digest|audio|message)\.\w+/g)]
      .map(([topic]) => ({ path, topic }))
      .filter(({ path: page, topic }) => page.startsWith("docs/runbooks/") && !topics.has(topic)),
  );
  expect(wrong).toEqual([]);
  const options = lines.flatMap(({ line }) => named(line, "topic"));
  expect(options.filter((topic) => !topics.has(topic))).toEqual([]);
});

const label = (selector: string, name: string) =>
  new RegExp(`[{,]${name}="([^"]+)"`).exec(selector)?.[1];

test("every alert is proven with topics and handlers that exist", () => {
  const proofs = alerts.flatMap(({ name, proof }) =>
    Object.keys({ ...proof.fires, ...proof.quiet }).map((selector) => ({ name, selector })),
  );
  const withTopic = proofs.filter(({ selector }) => label(selector, "topic") !== undefined);
  expect(withTopic.length).toBeGreaterThan(4);
  for (const { name, selector } of withTopic) {
    const topic = label(selector, "topic");
    const handler = label(selector, "handler");
    expect({ name, exists: topics.has(topic ?? "") }).toEqual({ name, exists: true });
    if (handler === undefined) continue;
    const group = `${label(selector, "job")}.${handler}`;
    expect({ name, group, topic }).toEqual({ name, group, topic: topicOf.get(group) });
  }
});
