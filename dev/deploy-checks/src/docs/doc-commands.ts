import { existsSync } from "node:fs";
import { join } from "node:path";
import { serviceNames, type ServiceName } from "@matinale/contracts";
import type { Manifest } from "../chart/manifests.ts";

export interface DocContext {
  readonly root: string;
  /** Objects of an installation named matinale in the namespace matinale. */
  readonly objects: readonly Manifest[];
  readonly makefile: string;
  /** npm scripts of a workspace, or of the repository. */
  scripts(workspace: string | undefined): ReadonlySet<string>;
  /** Subcommands of the operators' CLI. */
  readonly operators: ReadonlySet<string>;
  /** Subcommands of deploy/compose/matinale. */
  readonly singleHost: ReadonlySet<string>;
}

const example: ServiceName = "delivery";
const withExample = (command: string): string =>
  command.replaceAll(/<service>|\$service\b/g, example).split(/ [|;] | && /)[0] ?? "";

/** Parts of a command that do not exist: files, objects, labels, targets, scripts. */
export function commandProblems(command: string, context: DocContext): string[] {
  const words = withExample(command).split(/\s+/);
  const [tool = "", ...args] = words;
  const check = checks[tool];
  return check ? check(args, context).map((problem) => `${command}: ${problem}`) : [];
}

type Check = (args: readonly string[], context: DocContext) => string[];
const after = (args: readonly string[], option: string): string[] =>
  args.flatMap((word, index) => (args[index - 1] === option ? [word] : []));

const kinds: Readonly<Record<string, string>> = {
  deploy: "Deployment",
  service: "Service",
  hpa: "HorizontalPodAutoscaler",
};
const inNamespace: Check = (args) =>
  args[0] === "-n" && args[1] === "matinale" ? [] : ["has no namespace"];

const kubectl: Check = (args, context) => {
  if (args[0] === "create" && args[1] === "namespace") return [];
  // Only mentioned, as in “`kubectl logs`”.
  if (args.length < 3) return [];
  const run = args.indexOf("--");
  const own = run < 0 ? args : args.slice(0, run);
  const targets = own.flatMap((word, index) => {
    const [kind = "", name = own[index + 1]] = word.split("/");
    return kinds[kind] ? [{ kind: kinds[kind], name }] : [];
  });
  const labels = after(own, "-l").map((selector) => selector.split("="));
  return [
    ...inNamespace(args, context),
    ...targets
      .filter(({ kind, name }) =>
        context.objects.every((each) => each.kind !== kind || each.metadata.name !== name),
      )
      .map(({ kind, name }) => `there is no ${kind} ${name}`),
    ...labels
      .filter(([key = "", value]) =>
        context.objects.every(({ metadata }) => metadata.labels[key] !== value),
      )
      .map((selector) => `no object has the label ${selector.join("=")}`),
    ...(run < 0 || args[run + 1] !== "node" ? [] : node(args.slice(run + 2), context)),
  ];
};

const node: Check = ([file = "", verb = ""], { root, operators }) => {
  if (file.startsWith("-")) return [];
  // a file of the image: compiled from the source
  const source = file.replace(/\/dist\/(.*)\.js$/, "/src/$1.ts");
  if (!existsSync(join(root, source))) return [`there is no ${file}`];
  const isKnown = !file.startsWith("packages/ops-cli/") || verb === "…" || operators.has(verb);
  return isKnown ? [] : [`there is no operator tool ${verb}`];
};

const checks: Readonly<Record<string, Check>> = {
  kubectl,
  node,
  make: ([target = "", ...settings], { makefile }) => [
    ...(new RegExp(`^${target}:`, "m").test(makefile) ? [] : [`there is no target ${target}`]),
    ...settings
      .map((setting) => setting.split("=", 1)[0] ?? "")
      .filter((name) => /^[a-z]+$/.test(name))
      .filter(
        (name) =>
          !new RegExp(`\\$\\(${name}\\)|\\$\\$\\{${name}:|call option,${name}\\)`).test(makefile),
      )
      .map((name) => `has no setting ${name}`),
  ],
  "./matinale": ([verb = "", service = "", runner, ...rest], context) => [
    ...(context.singleHost.has(verb) ? [] : [`there is no ./matinale ${verb}`]),
    ...(verb === "run" && !serviceNames.some((name) => name === service)
      ? [`there is no service ${service}`]
      : []),
    ...(runner === "node" ? node(rest, context) : []),
  ],
  npm: (args, { scripts }) => {
    if (args[0] !== "run") return [];
    const [workspace] = after(args, "-w");
    return scripts(workspace).has(args[1] ?? "") ? [] : [`there is no script ${args[1]}`];
  },
  helm: (args, context) =>
    args.length < 2
      ? []
      : [
          ...inNamespace(args.includes("-n") ? args.slice(args.indexOf("-n")) : args, context),
          ...[...after(args, "-f"), ...args.filter((word) => word.startsWith("charts/"))]
            .filter((file) => file !== "mine.yaml" && !existsSync(join(context.root, file)))
            .map((file) => `there is no ${file}`),
          // the chart refuses production without the owner's file, and helm does not remember it
          ...(args.includes("upgrade") && !args.some((word) => word.startsWith("product="))
            ? ["gives no product"]
            : []),
          // without a revision helm takes the one before, which may differ by an announced incident only
          ...(args.includes("rollback") && !args.some((word) => /^\d+$/.test(word))
            ? ["names no revision"]
            : []),
        ],
  npx: ([tool, ...args], { root }) =>
    tool === "vitest" || tool === "playwright" ? missingPaths(args, root) : [],
};

const folders = "bench|charts|config|deploy|dev|docs|e2e|observability|packages|proto|services|web";
/** A path from the root of the repository. */
const ownPath = new RegExp(`^(?:${folders}|\\.github)/[\\w./-]+$`);

/** Paths that a page names and the repository does not have. */
export const missingPaths = (spans: readonly string[], root: string): string[] =>
  spans
    .filter((span) => ownPath.test(span) && !/\b(dist|gen)\b/.test(span))
    .filter((span) => !existsSync(join(root, span)))
    .map((span) => `there is no ${span}`);

/** Chart values that a page mentions and that do not exist. */
export function valueProblems(
  spans: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string[] {
  return spans
    .map((span) => span.replace(/: .*$/, "").replace("<service>", example))
    .filter((span) => /^[a-z]+(\.[A-Za-z]+)+$/.test(span) && !span.endsWith(".ts"))
    .filter((span) => Object.hasOwn(values, span.split(".", 1)[0] ?? ""))
    .filter((span) => !hasValue(span.split("."), values))
    .map((span) => `the chart has no ${span}`);
}

function hasValue(path: readonly string[], values: Readonly<Record<string, unknown>>): boolean {
  const [section, service, ...rest] = path;
  const ofService = section === "services" && service !== undefined && rest.length > 0;
  let found: unknown = values;
  for (const key of ofService ? ["defaults", ...rest] : path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return false;
    found = new Map(Object.entries(found)).get(key);
  }
  return true;
}
