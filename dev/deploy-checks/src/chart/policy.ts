import { serviceNames } from "@matinale/contracts";
import { shutdownMs } from "@matinale/kit";
import { z } from "zod";
import { nameOf, podOf, type Manifest, type PodSpec } from "./manifests.ts";
import { networkProblems } from "./network-rules.ts";

/** Manifests that Kubernetes accepts but our policy does not. It applies to Kafka, MongoDB and Redis of the chart, too. */
export function policyViolations(objects: readonly Manifest[]): string[] {
  const inProduction = objects.some(({ data }) => data?.["NODE_ENV"] === "production");
  return [
    ...objects.flatMap(podProblems),
    ...objects
      .filter(isService)
      .flatMap((object) => [
        ...serviceProblems(object, inProduction),
        ...shutdownProblems(object, objects),
      ]),
    ...budgetProblems(objects),
    ...networkProblems(objects),
    ...objects.flatMap(exposedSecrets),
    ...duplicates(objects),
  ];
}

const component = ({ metadata }: Manifest) => metadata.labels["app.kubernetes.io/component"] ?? "";
const isService = (object: Manifest): boolean =>
  object.kind === "Deployment" && serviceNames.some((name) => name === component(object));

function podProblems(object: Manifest): string[] {
  const pod = podOf(object);
  if (!pod) return [];
  const problems = pod.containers.flatMap(({ image, resources, securityContext }) => [
    ...(resources?.limits["memory"] === undefined ? ["has no memory limit"] : []),
    ...(resources?.requests["cpu"] === undefined || resources.requests["memory"] === undefined
      ? ["has no resource requests"]
      : []),
    ...(securityContext?.allowPrivilegeEscalation === false ? [] : ["may escalate privileges"]),
    ...(securityContext?.capabilities.drop.includes("ALL") ? [] : ["keeps capabilities"]),
    ...(/[:@][^/]+$/.test(image) && !image.endsWith(":latest")
      ? []
      : [`runs an image without a version: ${image}`]),
  ]);
  if (pod.automountServiceAccountToken) problems.push("mounts a token");
  if (pod.enableServiceLinks) problems.push("gets variables of service links");
  if (pod.securityContext?.runAsNonRoot !== true) problems.push("may run as root");
  if (pod.securityContext?.seccompProfile?.type !== "RuntimeDefault")
    problems.push("may use every system call");
  return problems.map((problem) => `${nameOf(object)} ${problem}`);
}

function serviceProblems(object: Manifest, inProduction: boolean): string[] {
  const pod = podOf(object);
  if (!pod) return [];
  const problems = pod.containers.flatMap((each) => [
    ...probeProblems(each),
    // In development, changed files are copied into the container.
    ...(inProduction && each.securityContext?.readOnlyRootFilesystem !== true
      ? ["has a writable root file system"]
      : []),
  ]);
  return problems.map((problem) => `${nameOf(object)} ${problem}`);
}

/** A problem when Kubernetes kills a pod before its shutdown ends. DRAIN_MS comes from the service's ConfigMap. */
function shutdownProblems(object: Manifest, objects: readonly Manifest[]): string[] {
  const settings = objects.find(
    ({ kind, metadata }) => kind === "ConfigMap" && metadata.name === object.metadata.name,
  );
  const drainMs = Number(settings?.data?.["DRAIN_MS"] ?? 0);
  const graceMs = (podOf(object)?.terminationGracePeriodSeconds ?? 0) * 1_000;
  const isKilled = graceMs < drainMs + shutdownMs;
  return isKilled ? [`${nameOf(object)} is killed before it has shut down`] : [];
}

const pathOf = (probe: PodSpec["containers"][number]["startupProbe"]) => probe?.httpGet?.path;

const probeProblems = (container: PodSpec["containers"][number]): string[] => [
  ...(pathOf(container.startupProbe) === "/livez" ? [] : ["has no startup probe"]),
  ...(pathOf(container.livenessProbe) === "/livez" ? [] : ["has no liveness probe"]),
  ...(pathOf(container.readinessProbe) === "/readyz" ? [] : ["has no readiness probe"]),
];

const selects = z.looseObject({
  selector: z.looseObject({ matchLabels: z.record(z.string(), z.string()) }),
});
const scaled = z.looseObject({
  replicas: z.number().optional(),
  template: z.looseObject({
    metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
  }),
});
const autoscaler = z.looseObject({
  scaleTargetRef: z.looseObject({ name: z.string() }),
  minReplicas: z.number(),
});

/** Services with several replicas but no disruption budget: draining one node could stop all of them. */
function budgetProblems(objects: readonly Manifest[]): string[] {
  const ofKind = (kind: string) => objects.filter((object) => object.kind === kind);
  const budgets = ofKind("PodDisruptionBudget").map(({ spec }) => selects.parse(spec).selector);
  const minReplicasOf = new Map(
    ofKind("HorizontalPodAutoscaler").map(({ spec }) => {
      const { scaleTargetRef, minReplicas } = autoscaler.parse(spec);
      return [scaleTargetRef.name, minReplicas];
    }),
  );
  return objects.filter(isService).flatMap((object) => {
    const { replicas = minReplicasOf.get(object.metadata.name) ?? 1, template } = scaled.parse(
      object.spec,
    );
    const { labels } = template.metadata;
    const isProtected = budgets.some(({ matchLabels }) =>
      Object.entries(matchLabels).every(([name, value]) => labels[name] === value),
    );
    return replicas < 2 || isProtected ? [] : [`${nameOf(object)} has no disruption budget`];
  });
}

/** Secrets in a ConfigMap, where more people can read them. */
function exposedSecrets(object: Manifest): string[] {
  if (object.kind !== "ConfigMap") return [];
  return Object.keys(object.data ?? {})
    .filter((name) => /(SECRET|TOKEN|PASSWORD|API_KEY|MONGODB_URI|REDIS_URL)$/.test(name))
    .map((name) => `${nameOf(object)} exposes ${name}`);
}

function duplicates(objects: readonly Manifest[]): string[] {
  const names = objects.map(nameOf);
  return names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `${name} exists twice`);
}
