import { parseAllDocuments } from "yaml";
import { z } from "zod";

const probe = z.looseObject({ httpGet: z.looseObject({ path: z.string() }).optional() }).optional();

const container = z.looseObject({
  env: z
    .array(
      z.looseObject({
        name: z.string(),
        valueFrom: z
          .looseObject({ secretKeyRef: z.looseObject({ key: z.string() }).optional() })
          .optional(),
      }),
    )
    .default([]),
  securityContext: z
    .looseObject({
      allowPrivilegeEscalation: z.boolean(),
      capabilities: z.object({ drop: z.array(z.string()) }),
    })
    .optional(),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
});

const podSpec = z.looseObject({
  automountServiceAccountToken: z.boolean().default(true),
  enableServiceLinks: z.boolean().default(true),
  terminationGracePeriodSeconds: z.number().default(30),
  securityContext: z
    .looseObject({
      runAsNonRoot: z.boolean(),
      seccompProfile: z.looseObject({ type: z.string() }).optional(),
    })
    .optional(),
  containers: z.array(container),
});
export type PodSpec = z.infer<typeof podSpec>;

const labels = z.record(z.string(), z.string()).default({});
const workload = z.looseObject({
  template: z.looseObject({ metadata: z.looseObject({ labels }), spec: podSpec }),
});

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels, annotations: labels }),
  spec: z.looseObject({}).optional(),
  data: z.record(z.string(), z.string()).optional(),
});
export type Manifest = z.infer<typeof manifest>;

/** Every object of a YAML stream. @throws Error  when the text is not valid */
export function manifestsOf(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw new Error(error.message);
    const object: unknown = document.toJS();
    return object === null ? [] : [manifest.parse(object)];
  });
}

/** The pod specification of an object, if it has one. */
export function podOf(object: Manifest): PodSpec | undefined {
  if (object.kind === "Pod") return podSpec.parse(object.spec);
  if (!["Deployment", "StatefulSet", "Job"].includes(object.kind)) return undefined;
  return workload.parse(object.spec).template.spec;
}

export const nameOf = (object: Manifest): string => `${object.kind} ${object.metadata.name}`;
