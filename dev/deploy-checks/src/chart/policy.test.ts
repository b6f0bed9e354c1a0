import { serviceNames } from "@matinale/contracts";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { policyViolations } from "./policy.ts";
import { manifestsOf } from "./manifests.ts";

const labels = { "app.kubernetes.io/component": "billing" };

const deployment = (changes: {
  pod?: object;
  container?: object;
  security?: object;
  replicas?: number;
}) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "billing", labels },
  spec: {
    replicas: changes.replicas ?? 2,
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
            image: "registry.example/billing:1.0.0",
            resources: { requests: { cpu: "1", memory: "1Mi" }, limits: { memory: "2Mi" } },
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
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
const budget = {
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { name: "billing", labels },
  spec: { selector: { matchLabels: labels } },
};
const said = (...objects: object[]) =>
  policyViolations(manifestsOf(objects.map((each) => stringify(each)).join("---\n")));

test("what keeps the rules is not complained about", () => {
  expect(said(production, deployment({}), budget)).toEqual([]);
});

test.each([
  ["may run as root", { pod: { securityContext: { runAsNonRoot: false } } }],
  ["may make every system call", { pod: { securityContext: { runAsNonRoot: true } } }],
  ["mounts a token", { pod: { automountServiceAccountToken: true } }],
  ["is killed before it has shut down", { pod: { terminationGracePeriodSeconds: 52 } }],
  ["can be written to", { security: { readOnlyRootFilesystem: false } }],
  ["may escalate privileges", { security: { allowPrivilegeEscalation: true } }],
  ["keeps capabilities", { security: { capabilities: { drop: [] } } }],
  ["has no memory limit", { container: { resources: { requests: { cpu: "1", memory: "1" } } } }],
  ["does not say what it needs", { container: { resources: { limits: { memory: "1Mi" } } } }],
  ["is not waited for when it starts", { container: { startupProbe: {} } }],
  ["gets requests before it is ready", { container: { readinessProbe: {} } }],
  ["is not started again when it hangs", { container: { livenessProbe: {} } }],
])("a service that %s is refused", (complaint, changes) => {
  const found = said(production, deployment(changes), budget);
  expect(found).toContain(`Deployment billing ${complaint}`);
});

test("several replicas need a budget, and a ConfigMap holds no secret", () => {
  expect(said(deployment({}))).toEqual(["Deployment billing has no disruption budget"]);
  expect(said(deployment({ replicas: 1 }))).toEqual([]);
  const open = { ...production, data: { WHATSAPP_TOKEN: "a" } };
  expect(said(open)).toEqual(["ConfigMap billing tells WHATSAPP_TOKEN"]);
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
const denied = policy(undefined, {});
const all = serviceNames.map((name) => policy(name, {}));
const https = {
  ports: [{ port: 443 }],
  to: [{ ipBlock: { cidr: "0.0.0.0/0", except: ["10.0.0.0/8"] } }],
};

test("policies that let through what a service does not need are refused", () => {
  expect(said(denied, ...all)).toEqual([]);
  expect(said(...all)).toEqual(["no policy denies what no other allows"]);
  expect(said(denied, ...all.slice(1))).toEqual(["gateway has no policy"]);
  const of = (name: string, spec: object) => said(denied, ...all, policy(name, spec)).slice(0, 1);
  expect(of("identity", { egress: [https] })[0]).toContain("reaches the internet");
  expect(of("billing", { egress: [{ ...https, ports: [{ port: 80 }] }] })[0]).toContain(
    "reaches more than https",
  );
  expect(of("billing", { egress: [{}] })[0]).toContain("opens every port");
  expect(of("billing", { ingress: [{ ports: [{ port: 8080 }] }] })[0]).toContain("hears anybody");
  expect(of("billing", { policyTypes: ["Ingress"] })[0]).toContain("leaves one direction open");
});
