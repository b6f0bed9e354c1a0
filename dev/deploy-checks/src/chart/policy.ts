import { serviceNames } from "@matinale/contracts";
import { shutdownMs } from "@matinale/kit";
import { nameOf, podOf, type Manifest, type PodSpec } from "./manifests.ts";
import { networkProblems } from "./network-rules.ts";

/**
 * Manifests that Kubernetes and kube-score accept but our policy does not. It applies to Kafka, MongoDB and Redis of
 * the chart, too.
 */
export function policyViolations(objects: readonly Manifest[]): string[] {
  return [
    ...objects.flatMap(podProblems),
    ...objects
      .filter(isService)
      .flatMap((object) => [...probeProblems(object), ...shutdownProblems(object, objects)]),
    ...networkProblems(objects),
    ...objects.flatMap(exposedSecrets),
    ...objects.filter(isLeftBehind).map((object) => `${nameOf(object)} stays after its hook`),
    ...objects.filter(isHook).flatMap((object) => hookProblems(object, objects)),
    ...duplicates(objects),
  ];
}

/** True for an installation whose services run in production. */
export const isProduction = (objects: readonly Manifest[]): boolean =>
  objects.some(({ data }) => data?.["NODE_ENV"] === "production");

const component = ({ metadata }: Manifest) => metadata.labels["app.kubernetes.io/component"] ?? "";
const isService = (object: Manifest): boolean =>
  object.kind === "Deployment" && serviceNames.some((name) => name === component(object));

function podProblems(object: Manifest): string[] {
  const pod = podOf(object);
  if (!pod) return [];
  const problems = pod.containers.flatMap(({ securityContext }) => [
    ...(securityContext?.allowPrivilegeEscalation === false ? [] : ["may escalate privileges"]),
    ...(securityContext?.capabilities.drop.includes("ALL") ? [] : ["keeps capabilities"]),
  ]);
  if (pod.automountServiceAccountToken) problems.push("mounts a token");
  if (pod.enableServiceLinks) problems.push("gets variables of service links");
  if (pod.securityContext?.runAsNonRoot !== true) problems.push("may run as root");
  if (pod.securityContext?.seccompProfile?.type !== "RuntimeDefault")
    problems.push("may use every system call");
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

function probeProblems(object: Manifest): string[] {
  const pathOf = (probe: PodSpec["containers"][number]["startupProbe"]) => probe?.httpGet?.path;
  const problems = (podOf(object)?.containers ?? []).flatMap((container) => [
    ...(pathOf(container.startupProbe) === "/livez" ? [] : ["has no startup probe"]),
    ...(pathOf(container.livenessProbe) === "/livez" ? [] : ["has no liveness probe"]),
    ...(pathOf(container.readinessProbe) === "/readyz" ? [] : ["has no readiness probe"]),
  ]);
  return problems.map((problem) => `${nameOf(object)} ${problem}`);
}

/** Secrets in a ConfigMap, where more people can read them. */
function exposedSecrets(object: Manifest): string[] {
  if (object.kind !== "ConfigMap") return [];
  return Object.keys(object.data ?? {})
    .filter((name) => /(SECRET|TOKEN|PASSWORD|API_KEY|MONGODB_URI|REDIS_URL|SMTP_URL)$/.test(name))
    .map((name) => `${nameOf(object)} exposes ${name}`);
}

const isHook = ({ metadata }: Manifest): boolean => "helm.sh/hook" in metadata.annotations;

/** Helm removes no object of a hook with the release. */
function isLeftBehind(object: Manifest): boolean {
  const deletedWhen = object.metadata.annotations["helm.sh/hook-delete-policy"] ?? "";
  return isHook(object) && !deletedWhen.includes("hook-succeeded");
}

/** Objects that come too late for the job of a hook, and pods that stay pending where all services have a node. */
function hookProblems(object: Manifest, objects: readonly Manifest[]): string[] {
  const pod = podOf(object);
  if (!pod) return [];
  const late = objects.filter(
    (each) => object.kind === "Job" && component(each) === component(object) && !isHook(each),
  );
  const placementOf = (spec: PodSpec | undefined) =>
    JSON.stringify([spec?.["nodeSelector"], spec?.["tolerations"]]);
  const services = new Set(objects.filter(isService).map((each) => placementOf(podOf(each))));
  const isElsewhere = services.size === 1 && !services.has(placementOf(pod));
  return [
    ...late.map((each) => `${nameOf(each)} comes after ${nameOf(object)}, which needs it`),
    ...(isElsewhere ? [`${nameOf(object)} has other nodes than the services`] : []),
  ];
}

function duplicates(objects: readonly Manifest[]): string[] {
  const names = objects.map(nameOf);
  return names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `${name} exists twice`);
}
