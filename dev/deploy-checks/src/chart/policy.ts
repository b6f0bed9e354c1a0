import { serviceNames } from "@matinale/contracts";
import { shutdownMs } from "@matinale/kit";
import { z } from "zod";
import { nameOf, podOf, type Manifest, type PodSpec } from "./manifests.ts";
import { networkRules } from "./network-rules.ts";

/** Kubernetes would accept these; we do not. Kafka, MongoDB and Redis of the chart obey like the rest. */
export function policyViolations(objects: readonly Manifest[]): string[] {
  const inProduction = objects.some(({ data }) => data?.["NODE_ENV"] === "production");
  return [
    ...objects.flatMap(ofPods),
    ...objects
      .filter(isService)
      .flatMap((object) => [...ofServices(object, inProduction), ...killedEarly(object, objects)]),
    ...unprotected(objects),
    ...networkRules(objects),
    ...objects.flatMap(told),
    ...twice(objects),
  ];
}

const component = ({ metadata }: Manifest) => metadata.labels["app.kubernetes.io/component"] ?? "";
const isService = (object: Manifest): boolean =>
  object.kind === "Deployment" && serviceNames.some((name) => name === component(object));

function ofPods(object: Manifest): string[] {
  const pod = podOf(object);
  if (!pod) return [];
  const complaints = pod.containers.flatMap(({ image, resources, securityContext }) => [
    ...(resources?.limits["memory"] === undefined ? ["has no memory limit"] : []),
    ...(resources?.requests["cpu"] === undefined || resources.requests["memory"] === undefined
      ? ["does not say what it needs"]
      : []),
    ...(securityContext?.allowPrivilegeEscalation === false ? [] : ["may escalate privileges"]),
    ...(securityContext?.capabilities.drop.includes("ALL") ? [] : ["keeps capabilities"]),
    ...(/[:@][^/]+$/.test(image) && !image.endsWith(":latest")
      ? []
      : [`runs an image without a version: ${image}`]),
  ]);
  if (pod.automountServiceAccountToken) complaints.push("mounts a token");
  if (pod.enableServiceLinks) complaints.push("gets variables named after services");
  if (pod.securityContext?.runAsNonRoot !== true) complaints.push("may run as root");
  if (pod.securityContext?.seccompProfile?.type !== "RuntimeDefault")
    complaints.push("may make every system call");
  return complaints.map((complaint) => `${nameOf(object)} ${complaint}`);
}

function ofServices(object: Manifest, inProduction: boolean): string[] {
  const pod = podOf(object);
  if (!pod) return [];
  const complaints = pod.containers.flatMap((each) => [
    ...unwatched(each),
    // while developing, changed files are copied in
    ...(inProduction && each.securityContext?.readOnlyRootFilesystem !== true
      ? ["can be written to"]
      : []),
  ]);
  return complaints.map((complaint) => `${nameOf(object)} ${complaint}`);
}

/** A shutdown that Kubernetes would cut short: the time of draining is in the service's ConfigMap. */
function killedEarly(object: Manifest, objects: readonly Manifest[]): string[] {
  const settings = objects.find(
    ({ kind, metadata }) => kind === "ConfigMap" && metadata.name === object.metadata.name,
  );
  const drainMs = Number(settings?.data?.["DRAIN_MS"] ?? 0);
  const graceMs = (podOf(object)?.terminationGracePeriodSeconds ?? 0) * 1_000;
  const isKilled = graceMs < drainMs + shutdownMs;
  return isKilled ? [`${nameOf(object)} is killed before it has shut down`] : [];
}

const pathOf = (probe: PodSpec["containers"][number]["startupProbe"]) => probe?.httpGet?.path;

const unwatched = (container: PodSpec["containers"][number]): string[] => [
  ...(pathOf(container.startupProbe) === "/livez" ? [] : ["is not waited for when it starts"]),
  ...(pathOf(container.livenessProbe) === "/livez" ? [] : ["is not started again when it hangs"]),
  ...(pathOf(container.readinessProbe) === "/readyz" ? [] : ["gets requests before it is ready"]),
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

/** Services of several replicas that a drained node could take all at once. */
function unprotected(objects: readonly Manifest[]): string[] {
  const ofKind = (kind: string) => objects.filter((object) => object.kind === kind);
  const budgets = ofKind("PodDisruptionBudget").map(({ spec }) => selects.parse(spec).selector);
  const least = new Map(
    ofKind("HorizontalPodAutoscaler").map(({ spec }) => {
      const { scaleTargetRef, minReplicas } = autoscaler.parse(spec);
      return [scaleTargetRef.name, minReplicas];
    }),
  );
  return objects.filter(isService).flatMap((object) => {
    const { replicas = least.get(object.metadata.name) ?? 1, template } = scaled.parse(object.spec);
    const { labels } = template.metadata;
    const isProtected = budgets.some(({ matchLabels }) =>
      Object.entries(matchLabels).every(([name, value]) => labels[name] === value),
    );
    return replicas < 2 || isProtected ? [] : [`${nameOf(object)} has no disruption budget`];
  });
}

/** Secrets that anybody who may read a ConfigMap could read. */
function told(object: Manifest): string[] {
  if (object.kind !== "ConfigMap") return [];
  return Object.keys(object.data ?? {})
    .filter((name) => /(SECRET|TOKEN|PASSWORD|API_KEY|MONGODB_URI|REDIS_URL)$/.test(name))
    .map((name) => `${nameOf(object)} tells ${name}`);
}

function twice(objects: readonly Manifest[]): string[] {
  const names = objects.map(nameOf);
  return names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `${name} is there twice`);
}
