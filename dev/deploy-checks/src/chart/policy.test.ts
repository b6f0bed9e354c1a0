import { serviceNames } from "@matinale/contracts";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { policyViolations } from "./policy.ts";
import { manifestsOf } from "./manifests.ts";

const labels = { "app.kubernetes.io/component": "billing" };

const deployment = (changes: { pod?: object; container?: object; security?: object }) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "billing", labels },
  spec: {
    template: {
      metadata: { labels },
      spec: {
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        terminationGracePeriodSeconds: 60,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
        containers: [
          {
            name: "billing",
            securityContext: {
              allowPrivilegeEscalation: false,
              capabilities: { drop: ["ALL"] },
              ...changes.security,
            },
            startupProbe: { httpGet: { path: "/livez" } },
            livenessProbe: { httpGet: { path: "/livez" } },
            readinessProbe: { httpGet: { path: "/readyz" } },
            ...changes.container,
          },
        ],
        ...changes.pod,
      },
    },
  },
});
const production = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "billing", labels },
  data: { NODE_ENV: "production", DRAIN_MS: "5000" },
};
const violations = (...objects: object[]) =>
  policyViolations(manifestsOf(objects.map((each) => stringify(each)).join("---\n")));

test("accepts manifests that follow the policy", () => {
  expect(violations(production, deployment({}))).toEqual([]);
});

test.each([
  ["may run as root", { pod: { securityContext: { runAsNonRoot: false } } }],
  ["may use every system call", { pod: { securityContext: { runAsNonRoot: true } } }],
  ["mounts a token", { pod: { automountServiceAccountToken: true } }],
  ["is killed before it has shut down", { pod: { terminationGracePeriodSeconds: 52 } }],
  ["may escalate privileges", { security: { allowPrivilegeEscalation: true } }],
  ["keeps capabilities", { security: { capabilities: { drop: [] } } }],
  ["has no startup probe", { container: { startupProbe: {} } }],
  ["has no readiness probe", { container: { readinessProbe: {} } }],
  ["has no liveness probe", { container: { livenessProbe: {} } }],
])("reports a service that %s", (problem, changes) => {
  const found = violations(production, deployment(changes));
  expect(found).toContain(`Deployment billing ${problem}`);
});

test("reports a secret in a ConfigMap", () => {
  const open = { ...production, data: { WHATSAPP_TOKEN: "a" } };
  expect(violations(open)).toEqual(["ConfigMap billing exposes WHATSAPP_TOKEN"]);
});

test("reports an object of a hook that stays after an uninstall", () => {
  const hook = (policy: string) => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: "migrations",
      annotations: { "helm.sh/hook": "pre-install", "helm.sh/hook-delete-policy": policy },
    },
  });
  expect(violations(hook("before-hook-creation"))).toEqual([
    "Secret migrations stays after its hook",
  ]);
  expect(violations(hook("before-hook-creation,hook-succeeded"))).toEqual([]);
});

test("reports what comes too late for the job of a hook, or keeps its pod from a node", () => {
  const annotations = {
    "helm.sh/hook": "pre-upgrade",
    "helm.sh/hook-delete-policy": "hook-succeeded",
  };
  const own = { "app.kubernetes.io/component": "topics" };
  const job = (pod: object) => ({
    ...deployment({ pod }),
    kind: "Job",
    metadata: { name: "topics", labels: own, annotations },
  });
  const account = (settings: object) => ({
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { name: "topics", labels: own, annotations: settings },
  });
  const pool = { nodeSelector: { pool: "news" } };
  const service = deployment({ pod: pool });
  expect(violations(production, service, job(pool), account(annotations))).toEqual([]);
  expect(violations(production, service, job(pool), account({}))).toEqual([
    "ServiceAccount topics comes after Job topics, which needs it",
  ]);
  expect(violations(production, service, job({}))).toEqual([
    "Job topics has other nodes than the services",
  ]);
});

const policy = (component: string | undefined, spec: object) => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: component ?? "deny", labels: {} },
  spec: {
    podSelector: {
      matchLabels: component === undefined ? {} : { "app.kubernetes.io/component": component },
    },
    policyTypes: ["Ingress", "Egress"],
    ...spec,
  },
});
const denyAll = policy(undefined, {});
const all = serviceNames.map((name) => policy(name, {}));
const https = {
  ports: [{ port: 443 }],
  to: [{ ipBlock: { cidr: "0.0.0.0/0", except: ["10.0.0.0/8"] } }],
};

test("reports network policies that allow more than a service needs", () => {
  expect(violations(denyAll, ...all)).toEqual([]);
  expect(violations(...all)).toEqual(["no policy denies traffic by default"]);
  expect(violations(denyAll, ...all.slice(1))).toEqual(["gateway has no policy"]);
  const of = (name: string, spec: object) =>
    violations(denyAll, ...all, policy(name, spec)).slice(0, 1);
  expect(of("preferences", { egress: [https] })[0]).toContain("reaches the internet");
  expect(of("identity", { egress: [https] })[0]).toContain("reaches more than port 465 or 587");
  const smtp = { ...https, ports: [{ port: 587 }] };
  expect(of("identity", { egress: [smtp] })[0]).not.toContain("reaches");
  expect(of("billing", { egress: [{ ...https, ports: [{ port: 80 }] }] })[0]).toContain(
    "reaches more than port 443",
  );
  expect(of("billing", { egress: [{}] })[0]).toContain("opens every port");
  expect(of("billing", { ingress: [{ ports: [{ port: 8080 }] }] })[0]).toContain(
    "accepts traffic from every source",
  );
  expect(of("billing", { policyTypes: ["Ingress"] })[0]).toContain("leaves one direction open");
});
