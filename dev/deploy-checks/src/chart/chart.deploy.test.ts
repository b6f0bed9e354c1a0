import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@matinale/dev-services";
import { removeProductFiles } from "@matinale/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../places.ts";
import { environmentProblems, environmentsIn } from "./environment.ts";
import { chart, given, installations, render } from "./installations.ts";
import { invalidValues } from "./invalid-values.ts";
import { kubeScoreProblems } from "./kube-score.ts";
import { manifestsOf, type Manifest } from "./manifests.ts";
import { policyViolations } from "./policy.ts";
import { kubernetes, kubernetesSchemas, tool } from "./tools.ts";

const folder = mkdtempSync(join(tmpdir(), "matinale-chart-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterAll(removeProductFiles);

const cases = installations.map((files) => ({ title: files.join(" + "), files }));
interface Rendered {
  readonly file: string;
  readonly objects: readonly Manifest[];
}
const renderings = new Map<string, Rendered>();

beforeAll(async () => {
  for (const { title, files } of cases) {
    const file = join(folder, title.replaceAll(/\W+/g, "-"));
    const text = await render(given(files));
    await writeFile(`${file}.yaml`, text);
    renderings.set(title, { file: `${file}.yaml`, objects: manifestsOf(text) });
  }
});

test("every values file is rendered by a test", () => {
  const files = [
    ...readdirSync(chart).filter((name) => /^values-.*\.yaml$/.test(name)),
    ...readdirSync(join(chart, "ci")).map((name) => `ci/${name}`),
  ];
  const rendered = new Set(installations.flat());
  expect(files.filter((file) => !rendered.has(file))).toEqual([]);
});

describe.each(cases)("$title", ({ title, files }) => {
  const rendered = () => renderings.get(title)!;

  test("is rendered without a warning", async () => {
    const lint = ["lint", "--strict", "--quiet", "--kube-version", kubernetes, chart];
    await runCommand(await tool("helm"), [...lint, ...given(files)]);
    expect(rendered().objects).not.toEqual([]);
  });

  test("follows the policy", async () => {
    const { file, objects } = rendered();
    expect(policyViolations(objects)).toEqual([]);
    expect(await kubeScoreProblems(file, objects)).toEqual([]);
  });

  test("gives each service exactly the variables that it knows", () => {
    const problems = environmentsIn(rendered().objects).flatMap(([service, env]) =>
      environmentProblems(service, env),
    );
    expect(problems).toEqual([]);
  });
});

test(`the schemas of Kubernetes ${kubernetes} accept every manifest`, async () => {
  const own = join(root, "dev/deploy-checks/schemas/{{.ResourceKind}}{{.KindSuffix}}.json");
  const schemas = ["-schema-location", await kubernetesSchemas(), "-schema-location", own];
  const files = [join(root, "k8s/simulator.yaml"), folder];
  const output = await runCommand(await tool("kubeconform"), ["-strict", ...schemas, ...files]);
  expect(output).toBe("");
});

const renderWith = (settings: string) =>
  render([...given(["ci/production-values.yaml"]), "--set", settings]);

test.each([
  [
    "a collector on the port of its scheme, whose address ends with a digit",
    "tracing.endpoint=https://collector-2",
    `
    - ports: [{ protocol: TCP, port: 443 }]
      to:
        - namespaceSelector:`,
  ],
  ...["", ",services.content.autoscaling.keda.enabled=true"].map((keda) => [
    `replicas that stay until the next full hour${keda && ", with KEDA"}`,
    `services.content.autoscaling.enabled=true${keda}`,
    "scaleDown: { stabilizationWindowSeconds: 3600 }",
  ]),
  [
    "a host in lower case for the route",
    "publicUrl=https://News.Example",
    "hostnames: [news.example]",
  ],
  [
    "a route without a time limit, because calls take longer than Envoy Gateway's 15 s",
    "image.tag=1.2.3",
    "timeouts: { request: 0s }",
  ],
  [
    "a long tag as a label",
    `image.tag=${"a".repeat(62)}-b`,
    `app.kubernetes.io/version: "${"a".repeat(62)}"`,
  ],
])("renders %s", async (_, settings, lines) => {
  expect(await renderWith(settings)).toContain(lines);
});

test("renders a route without timeouts for implementations that lack them", async () => {
  expect(await renderWith("httpRoute.requestTimeout=")).not.toContain("timeouts:");
});

test.each(invalidValues)("refuses $name", async ({ settings, error }) => {
  await expect(renderWith(settings)).rejects.toMatchObject({
    output: expect.stringContaining(error),
  });
});
