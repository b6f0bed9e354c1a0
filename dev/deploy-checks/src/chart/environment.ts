import { serviceNames, type ServiceName } from "@matinale/contracts";
import { writeProductFile } from "@matinale/kit/testing";
import { z } from "zod";
import { schema as billing } from "../../../../services/billing/src/config.ts";
import { schema as content } from "../../../../services/content/src/config.ts";
import { schema as delivery } from "../../../../services/delivery/src/config.ts";
import { schema as gateway } from "../../../../services/gateway/src/config.ts";
import { schema as identity } from "../../../../services/identity/src/config.ts";
import { schema as preferences } from "../../../../services/preferences/src/config.ts";
import { podOf, type Manifest } from "./manifests.ts";

const schemas: Record<ServiceName, z.ZodType> = {
  gateway,
  identity,
  preferences,
  billing,
  content,
  delivery,
};

/** Sample values of variables from secrets outside the chart. */
export const samples: Readonly<Record<string, string>> = {
  MONGODB_URI: "mongodb://mongodb.example",
  REDIS_URL: "redis://redis.example",
  NODE_EXTRA_CA_CERTS: "/authorities.pem",
  SMTP_URL: "smtps://mail.example",
  STRIPE_SECRET_KEY: "sk_live_sample",
  STRIPE_WEBHOOK_SECRET: "whsec_sample",
};
/** Development takes a test key: a live key needs prices of the account. */
const developmentSamples = { ...samples, STRIPE_SECRET_KEY: "sk_test_sample" };

export const variablesOf = (service: ServiceName): z.core.JSONSchema.BaseSchema =>
  z.toJSONSchema(schemas[service], { io: "input", unrepresentable: "any" });

/** Variables that are unknown to a service, missing or invalid, according to its schema. */
export function environmentProblems(service: ServiceName, env: Record<string, string>): string[] {
  const { properties = {}, required = [] } = variablesOf(service);
  const unknown = Object.keys(env).filter((name) => !Object.hasOwn(properties, name));
  const missing = required.filter((name) => !Object.hasOwn(env, name));
  const result = schemas[service].safeParse(env);
  return [
    ...unknown.map((name) => `${service} does not know ${name}`),
    ...missing.map((name) => `${service} needs ${name}`),
    ...(result.error?.issues ?? [])
      .filter((issue) => !missing.includes(issue.path.join(".")))
      .map((issue) => `${service} refuses ${issue.path.join(".")}: ${issue.message}`),
  ];
}

function productFileIn(objects: readonly Manifest[]): Record<string, string> {
  const text = objects.flatMap(({ data }) => data?.["product.yaml"] ?? [])[0];
  return text === undefined ? {} : { PRODUCT_FILE: writeProductFile(text) };
}

/** The environment of each service in rendered manifests. */
export function environmentsIn(
  objects: readonly Manifest[],
): [ServiceName, Record<string, string>][] {
  const mounted = productFileIn(objects);
  return serviceNames.map((service) => {
    const own = (kind: string) =>
      objects.find(
        (object) =>
          object.kind === kind && object.metadata.labels["app.kubernetes.io/component"] === service,
      );
    const deployment = own("Deployment");
    const containers = (deployment && podOf(deployment)?.containers) ?? [];
    const settings = own("ConfigMap")?.data ?? {};
    const known: Readonly<Record<string, string>> =
      settings["NODE_ENV"] === "development" ? developmentSamples : samples;
    const secret = containers.flatMap(({ env }) =>
      env.map(({ name }) => [name, known[name] ?? "s".repeat(48)]),
    );
    return [service, { ...settings, ...Object.fromEntries(secret), ...mounted }];
  });
}
