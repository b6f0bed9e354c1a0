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

const https = [443];
/** The ports of mail submission: TLS, and STARTTLS. */
const smtp = [465, 587];
/** Only these services call providers, read feeds or send mail; with the ports that they may reach. */
const internetPorts: Readonly<Record<string, readonly number[]>> = {
  billing: https,
  content: https,
  delivery: https,
  identity: smtp,
};
const everyAddress = new Set(["0.0.0.0/0", "::/0"]);
const component = "app.kubernetes.io/component";

/** Network policies that allow more than a service needs. An installation without policies has no problems. */
export function networkProblems(objects: readonly Manifest[]): string[] {
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
    ...(deniesAll ? [] : ["no policy denies traffic by default"]),
    ...serviceNames.filter((name) => !covered.has(name)).map((name) => `${name} has no policy`),
    ...policies.flatMap(tooOpen),
  ];
}

function tooOpen({ name, podSelector, policyTypes, ingress, egress }: Policy): string[] {
  const owner = podSelector.matchLabels[component] ?? "";
  const toInternet = egress.filter(({ to }) =>
    to.some(({ ipBlock }) => ipBlock !== undefined && everyAddress.has(ipBlock.cidr)),
  );
  const allowed = internetPorts[owner] ?? [];
  const problems = [
    ...(["Ingress", "Egress"].every((type) => policyTypes.includes(type))
      ? []
      : ["leaves one direction open"]),
    ...([...ingress, ...egress].every(({ ports }) => ports.length > 0) ? [] : ["opens every port"]),
    ...(ingress.every(({ from }) => from.length > 0) ? [] : ["accepts traffic from every source"]),
    ...(toInternet.length > 0 && allowed.length === 0 ? ["reaches the internet"] : []),
    ...(toInternet.every(({ ports }) => ports.every(({ port }) => allowed.includes(Number(port))))
      ? []
      : [`reaches more than port ${allowed.join(" or ")}`]),
    ...(toInternet.every(({ to }) => to.every(({ ipBlock }) => (ipBlock?.except.length ?? 0) > 0))
      ? []
      : ["reaches private networks"]),
  ];
  return problems.map((problem) => `${name} ${problem}`);
}
