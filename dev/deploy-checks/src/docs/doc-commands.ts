import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ServiceName } from "@matinale/contracts";
import type { Manifest } from "../chart/manifests.ts";

/** What there is for a page to speak of. */
export interface World {
  readonly root: string;
  /** Of an installation named matinale in the namespace matinale. */
  readonly objects: readonly Manifest[];
  readonly makefile: string;
  /** Of the workspace, or without one of the repository. */
  scripts(workspace: string | undefined): ReadonlySet<string>;
  /** Subcommands of the operators' tools. */
  readonly operators: ReadonlySet<string>;
}

/** Words that stand for any service, set to one. */
const example: ServiceName = "delivery";
const settled = (command: string): string =>
  command.replaceAll(/<service>|\$service\b/g, example).split(/ [|;] | && /)[0] ?? "";

/** What a command asks for that is not there. */
export function commandComplaints(command: string, world: World): string[] {
  const words = settled(command).split(/\s+/);
  const [tool = "", ...args] = words;
  const judge = judges[tool];
  return judge ? judge(args, world).map((complaint) => `${command}: ${complaint}`) : [];
}

type Judge = (args: readonly string[], world: World) => string[];
const after = (args: readonly string[], option: string): string[] =>
  args.flatMap((word, index) => (args[index - 1] === option ? [word] : []));

const kinds: Readonly<Record<string, string>> = {
  deploy: "Deployment",
  service: "Service",
  hpa: "HorizontalPodAutoscaler",
};
const inNamespace: Judge = (args) =>
  args[0] === "-n" && args[1] === "matinale" ? [] : ["says no namespace"];

const kubectl: Judge = (args, world) => {
  if (args[0] === "create" && args[1] === "namespace") return [];
  // named in passing, as in “`kubectl logs`”
  if (args.length < 3) return [];
  const run = args.indexOf("--");
  const own = run < 0 ? args : args.slice(0, run);
  const targets = own.flatMap((word, index) => {
    const [kind = "", name = own[index + 1]] = word.split("/");
    return kinds[kind] ? [{ kind: kinds[kind], name }] : [];
  });
  const labels = after(own, "-l").map((selector) => selector.split("="));
  return [
    ...inNamespace(args, world),
    ...targets
      .filter(({ kind, name }) =>
        world.objects.every((each) => each.kind !== kind || each.metadata.name !== name),
      )
      .map(({ kind, name }) => `there is no ${kind} ${name}`),
    ...labels
      .filter(([key = "", value]) =>
        world.objects.every(({ metadata }) => metadata.labels[key] !== value),
      )
      .map((selector) => `nothing is labelled ${selector.join("=")}`),
    ...(run < 0 || args[run + 1] !== "node" ? [] : node(args.slice(run + 2), world)),
  ];
};

const node: Judge = ([file = "", verb = ""], { root, operators }) => {
  if (file.startsWith("-")) return [];
  if (!existsSync(join(root, file))) return [`there is no ${file}`];
  const isKnown = !file.startsWith("packages/ops-cli/") || verb === "…" || operators.has(verb);
  return isKnown ? [] : [`no operators' tool is called ${verb}`];
};

const judges: Readonly<Record<string, Judge>> = {
  kubectl,
  node,
  make: ([target = "", ...settings], { makefile }) => [
    ...(new RegExp(`^${target}:`, "m").test(makefile) ? [] : [`no target ${target}`]),
    ...settings
      .map((setting) => setting.split("=", 1)[0] ?? "")
      .filter((name) => /^[a-z]+$/.test(name))
      .filter((name) => !new RegExp(`\\$\\(${name}\\)|call option,${name}\\)`).test(makefile))
      .map((name) => `takes no ${name}`),
  ],
  npm: (args, { scripts }) => {
    if (args[0] !== "run") return [];
    const [workspace] = after(args, "-w");
    return scripts(workspace).has(args[1] ?? "") ? [] : [`no script ${args[1]}`];
  },
  helm: (args, world) =>
    args.length < 2
      ? []
      : [
          ...inNamespace(args.includes("-n") ? args.slice(args.indexOf("-n")) : args, world),
          ...[...after(args, "-f"), ...args.filter((word) => word.startsWith("charts/"))]
            .filter((file) => file !== "mine.yaml" && !existsSync(join(world.root, file)))
            .map((file) => `there is no ${file}`),
        ],
};

/** Keys of the chart that a page names and that `values` do not have. */
export function valueComplaints(
  spans: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string[] {
  return spans
    .map((span) => span.replace(/: .*$/, "").replace("<service>", example))
    .filter((span) => /^[a-z]+(\.[A-Za-z]+)+$/.test(span))
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
