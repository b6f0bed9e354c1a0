import { priceVariables } from "@matinale/kit";
import { environmentProblems, environmentsIn } from "../chart/environment.ts";
import { podOf, type Manifest } from "../chart/manifests.ts";

export const keysIn = (page: string): Set<string> =>
  new Set([...page.matchAll(/--from-literal=([A-Z_]+)=/g)].map(([, key = ""]) => key));

/** What an installation lacks to be reached and to sell. */
const needed = {
  billing: [
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "STRIPE_PUBLISHABLE_KEY",
    ...priceVariables,
  ],
  gateway: ["TRUSTED_PROXIES"],
} as const;

/**
 * Problems of a rendered installation on which people cannot pay.
 *
 * @param keys  of the secret with the variables of the services
 */
export function installationProblems(
  objects: readonly Manifest[],
  keys: ReadonlySet<string>,
): string[] {
  const environments = new Map(environmentsIn(objects));
  const secretKeys = objects
    .flatMap((object) => podOf(object)?.containers ?? [])
    .flatMap(({ env }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.key ?? []));
  return [
    ...[...environments].flatMap(([service, env]) => environmentProblems(service, env)),
    ...Object.entries(needed).flatMap(([service, names]) =>
      names
        .filter((name) => !environments.get(service as keyof typeof needed)?.[name])
        .map((name) => `${service} gets no ${name}`),
    ),
    ...[...new Set(secretKeys)]
      .filter((key) => !keys.has(key))
      .map((key) => `the secret has no ${key}`),
    ...(objects.some(({ kind }) => kind === "HTTPRoute" || kind === "Ingress")
      ? []
      : ["nothing publishes the site"]),
  ];
}
