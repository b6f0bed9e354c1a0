import { nameOf, podOf, type Manifest } from "./manifests.ts";

/** Kubernetes would accept these; we do not. Kafka, MongoDB and Redis of the chart obey like the rest. */
export function houseRules(objects: readonly Manifest[]): string[] {
  return [...objects.flatMap(ofPods), ...twice(objects)];
}

function ofPods(object: Manifest): string[] {
  const pod = podOf(object);
  if (!pod) return [];
  const complaints = pod.containers.flatMap((container) => [
    ...(container.resources?.limits["memory"] === undefined ? ["has no memory limit"] : []),
    ...(container.securityContext?.allowPrivilegeEscalation === false
      ? []
      : ["may escalate privileges"]),
    ...(container.securityContext?.capabilities.drop.includes("ALL") ? [] : ["keeps capabilities"]),
    ...(/[:@][^/]+$/.test(container.image) && !container.image.endsWith(":latest")
      ? []
      : [`runs an image without a version: ${container.image}`]),
  ]);
  if (pod.automountServiceAccountToken) complaints.push("mounts a token");
  if (pod.enableServiceLinks) complaints.push("gets variables named after services");
  if (pod.securityContext?.runAsNonRoot !== true) complaints.push("may run as root");
  if (object.kind === "Deployment" && pod.terminationGracePeriodSeconds < 35)
    complaints.push("is killed before it has shut down");
  return complaints.map((complaint) => `${nameOf(object)} ${complaint}`);
}

function twice(objects: readonly Manifest[]): string[] {
  const names = objects.map(nameOf);
  return names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `${name} is there twice`);
}
