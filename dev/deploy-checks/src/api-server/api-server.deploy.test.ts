import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@matinale/dev-services";
import { removeProductFiles } from "@matinale/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chart, given, installations, render } from "../chart/installations.ts";
import { tool } from "../chart/tools.ts";
import { root } from "../places.ts";
import { startApiServer } from "./api-server.ts";
import { kindDefinitions } from "./programs.ts";

/** In this namespace, Kubernetes enforces the pod security level `restricted`. */
const namespace = {
  apiVersion: "v1",
  kind: "Namespace",
  metadata: {
    name: "matinale",
    labels: Object.fromEntries(
      ["enforce", "warn"].map((mode) => [`pod-security.kubernetes.io/${mode}`, "restricted"]),
    ),
  },
};

const work = mkdtempSync(join(tmpdir(), "matinale-api-server-"));
let server: Awaited<ReturnType<typeof startApiServer>> | undefined;
const kubectl = (...args: string[]) => server!.kubectl(...args);

async function file(name: string, text: string): Promise<string> {
  const path = join(work, name);
  await writeFile(path, text);
  return path;
}

async function helm(...args: string[]): Promise<string> {
  const env = { ...process.env, KUBECONFIG: server!.kubeconfig };
  return runCommand(await tool("helm"), ["-n", "matinale", ...args], { env });
}

beforeAll(async () => {
  server = await startApiServer(work);
  const kinds = (await kindDefinitions()).flatMap((path) => ["-f", path]);
  await kubectl("apply", "--server-side", ...kinds);
  await kubectl("wait", "--for=condition=established", "crd", "--all");
  await kubectl("apply", "-f", await file("namespace.json", JSON.stringify(namespace)));
  await kubectl("create", "serviceaccount", "default", "-n=matinale");
  // of ci/autoscaled-values.yaml; a pod without its class is refused
  await kubectl("create", "priorityclass", "services", "--value=1000");
});
afterAll(async () => {
  removeProductFiles();
  await server?.stop();
  rmSync(work, { recursive: true, force: true });
});

async function warningsOf(path: string): Promise<string[]> {
  const apply = ["apply", "-n=matinale", "--server-side", "--dry-run=server", "-f", path];
  const lines = (await kubectl(...apply)).split("\n");
  return lines.filter((line) => line !== "" && !line.endsWith("(server dry run)"));
}

const outputWith = (text: string) => ({ output: expect.stringContaining(text) });

test("pod security is enforced", async () => {
  const unsafePod = ["run", "unsafe", "-n=matinale", "--image=a", "--dry-run=server"];
  await expect(kubectl(...unsafePod)).rejects.toMatchObject(outputWith("violates PodSecurity"));
});

const cases = installations.map((files) => ({ title: files.join(" + "), files }));

test.each(cases)("$title: is accepted without a warning", async ({ files }) => {
  expect(await warningsOf(await file("installation.yaml", await render(given(files))))).toEqual([]);
});

test("k8s/simulator.yaml: is accepted without a warning", async () => {
  expect(await warningsOf(join(root, "k8s/simulator.yaml"))).toEqual([]);
});

test("generated secrets survive upgrade, roll-back and removal", async () => {
  const generatedSecret = () => {
    const which = ["secret", "-l=app.kubernetes.io/component=secrets"];
    return kubectl("get", ...which, "-n=matinale", "-o=jsonpath={.items[0].data.SESSION_SECRET}");
  };
  // Without controllers, the jobs of the hooks would never finish.
  const withoutJobs = ["--set=kafka.topics.create=false", "--set=migrations.enabled=false"];
  const release = [chart, ...given(["ci/generated-secrets-values.yaml"]), ...withoutJobs];
  await helm("install", "matinale", ...release);
  const first = await generatedSecret();
  expect(first).not.toBe("");
  await helm("upgrade", "matinale", ...release, "--set=logLevel=debug");
  await helm("rollback", "matinale");
  await helm("uninstall", "matinale");
  expect(await generatedSecret()).toBe(first);
});

const installWith = (secret: string) =>
  helm(
    "install",
    "m",
    chart,
    ...given(["ci/production-values.yaml"]),
    `--set=secrets.existingSecret=${secret}`,
  );

test("a secret without a required key is an error that names the key", async () => {
  await kubectl("create", "secret", "generic", "half", "-n=matinale", "--from-literal=A=b");
  const reason = "the secret half in namespace matinale has no key INTERNAL_TOKEN_SECRET";
  await expect(installWith("half")).rejects.toMatchObject(outputWith(reason));
});

test("a mail server of a secret on a closed port is an error", async () => {
  const ours = ["INTERNAL_TOKEN_SECRET", "SESSION_SECRET", "MEDIA_SECRET", "TRIAL_HASH_SECRET"];
  const whatsapp = ["WHATSAPP_TOKEN", "WHATSAPP_APP_SECRET", "WHATSAPP_VERIFY_TOKEN"];
  const keys = [...ours, ...whatsapp, "STRIPE_SECRET_KEY"].map((key) => `--from-literal=${key}=a`);
  const mail = "--from-literal=SMTP_URL=smtps://mail.example";
  await kubectl("create", "secret", "generic", "whole", "-n=matinale", mail, ...keys);
  const reason = outputWith("mail.port must be 465");
  await expect(installWith("whole")).rejects.toMatchObject(reason);
});
