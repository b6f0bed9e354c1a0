import { serviceNames } from "@matinale/contracts";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { manifestsOf } from "../chart/manifests.ts";
import { installationProblems, keysIn } from "./documented-installation.ts";

const objects = serviceNames.flatMap((name) => {
  const metadata = { name, labels: { "app.kubernetes.io/component": name } };
  const env =
    name === "billing"
      ? ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"].map((key) => ({
          name: key,
          valueFrom: { secretKeyRef: { name: "matinale", key } },
        }))
      : [];
  const spec = { template: { metadata, spec: { containers: [{ name, env }] } } };
  return [
    { apiVersion: "v1", kind: "ConfigMap", metadata, data: { NODE_ENV: "production" } },
    { apiVersion: "apps/v1", kind: "Deployment", metadata, spec },
  ];
});

test("names what keeps people from paying", () => {
  const manifests = manifestsOf(objects.map((each) => stringify(each)).join("---\n"));
  const problems = installationProblems(manifests, keysIn("--from-literal=STRIPE_SECRET_KEY=…"));
  expect(problems).toEqual(
    expect.arrayContaining([
      "billing gets no STRIPE_PUBLISHABLE_KEY",
      "billing gets no STRIPE_PRICE_PREMIUM",
      "gateway gets no TRUSTED_PROXIES",
      "the secret has no STRIPE_WEBHOOK_SECRET",
      "nothing publishes the site",
    ]),
  );
  expect(problems).not.toContain("billing gets no STRIPE_SECRET_KEY");
});
