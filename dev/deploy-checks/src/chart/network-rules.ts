import { serviceNames } from "@matinale/contracts";
import { z } from "zod";
import { nameOf, type Manifest } from "./manifests.ts";

const peer = z.looseObject({
  podSelector: z.looseObject({}).optional(),
  ipBlock: z.looseObject({ cidr: z.string(), except: z.array(z.string()).default([]) }).optional(),
});
const rule = z.looseObject({
  ports: z.array(z.looseObject({ port: z.union([z.string(), z.number()]) })).default([]),
  from: z.array(peer).default([]),
  to: z.array(peer).default([]),
});
const policy = z.looseObject({
  podSelector: z.looseObject({ matchLabels: z.record(z.string(), z.string()).default({}) }),
  policyTypes: z.array(z.string()),
  ingress: z.array(rule).default([]),
  egress: z.array(rule).default([]),
});
type Policy = z.infer<typeof policy> & { name: string };

/** The services that call providers or read feeds; no other has a reason to. */
const talkToTheInternet = new Set(["billing", "content", "delivery"]);
const component = "app.kubernetes.io/component";

/** What network policies let through beyond what a service needs. Without any policy there is nothing to say. */
export function networkRules(objects: readonly Manifest[]): string[] {
  const policies = objects
    .filter(({ kind }) => kind === "NetworkPolicy")
    .map((object): Policy => ({ ...policy.parse(object.spec), name: nameOf(object) }));
  if (policies.length === 0) return [];
  const deniesAll = policies.some(
    ({ podSelector, policyTypes, ingress, egress }) =>
      !Object.hasOwn(podSelector.matchLabels, component) &&
      policyTypes.length === 2 &&
      ingress.length + egress.length === 0,
  );
  const covered = new Set(policies.map(({ podSelector }) => podSelector.matchLabels[component]));
  return [
    ...(deniesAll ? [] : ["no policy denies what no other allows"]),
    ...serviceNames.filter((name) => !covered.has(name)).map((name) => `${name} has no policy`),
    ...policies.flatMap(tooOpen),
  ];
}

function tooOpen({ name, podSelector, policyTypes, ingress, egress }: Policy): string[] {
  const owner = podSelector.matchLabels[component] ?? "";
  const world = egress.filter(({ to }) => to.some(({ ipBlock }) => ipBlock?.cidr === "0.0.0.0/0"));
  const complaints = [
    ...(["Ingress", "Egress"].every((type) => policyTypes.includes(type))
      ? []
      : ["leaves one direction open"]),
    ...([...ingress, ...egress].every(({ ports }) => ports.length > 0) ? [] : ["opens every port"]),
    ...(ingress.every(({ from }) => from.length > 0) ? [] : ["hears anybody"]),
    ...(world.length > 0 && !talkToTheInternet.has(owner) ? ["reaches the internet"] : []),
    ...(world.every(({ ports }) => ports.every(({ port }) => port === 443))
      ? []
      : ["reaches more than https"]),
    ...(world.every(({ to }) => to.every(({ ipBlock }) => (ipBlock?.except.length ?? 0) > 0))
      ? []
      : ["reaches private networks"]),
  ];
  return complaints.map((complaint) => `${name} ${complaint}`);
}
