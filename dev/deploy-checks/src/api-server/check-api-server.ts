import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@matinale/dev-services";
import { chart, given, installations, render } from "../chart/check-chart.ts";
import { tool } from "../chart/tools.ts";
import { failsWith, type Findings } from "../findings.ts";
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

/** Checks every installation against a real API server, and upgrade, roll-back and removal. */
export async function checkApiServer(findings: Findings): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), "matinale-api-server-"));
  const helm = await tool("helm");
  const { kubectl, kubeconfig, stop } = await startApiServer(work);
  const file = async (name: string, text: string) => {
    const path = join(work, name);
    await writeFile(path, text);
    return path;
  };
  const warningsOf = async (path: string) => {
    const output = await kubectl(
      "apply",
      "-n=matinale",
      "--server-side",
      "--dry-run=server",
      "-f",
      path,
    );
    return output.split("\n").filter((line) => line !== "" && !line.endsWith("(server dry run)"));
  };
  const runHelm = (...args: string[]) =>
    runCommand(helm, ["-n", "matinale", ...args], {
      env: { ...process.env, KUBECONFIG: kubeconfig },
    });
  const generatedSecret = () => {
    const which = ["secret", "-l=app.kubernetes.io/component=secrets"];
    return kubectl("get", ...which, "-n=matinale", "-o=jsonpath={.items[0].data.SESSION_SECRET}");
  };

  try {
    const kinds = (await kindDefinitions()).flatMap((path) => ["-f", path]);
    await kubectl("apply", "--server-side", ...kinds);
    await kubectl("wait", "--for=condition=established", "crd", "--all");
    await kubectl("apply", "-f", await file("namespace.json", JSON.stringify(namespace)));
    await kubectl("create", "serviceaccount", "default", "-n=matinale");
    // of ci/autoscaled-values.yaml; a pod without its class is refused
    await kubectl("create", "priorityclass", "services", "--value=1000");

    await findings.check("pod security is enforced", async () => {
      const unsafePod = ["run", "unsafe", "-n=matinale", "--image=a", "--dry-run=server"];
      return failsWith("violates PodSecurity", kubectl(...unsafePod));
    });
    for (const [index, files] of installations.entries()) {
      await findings.check(`${files.join(" + ")}: is accepted without a warning`, async () =>
        warningsOf(await file(`${index}.yaml`, await render(given(files)))),
      );
    }
    await findings.check("k8s/simulator.yaml: is accepted without a warning", () =>
      warningsOf(join(root, "k8s/simulator.yaml")),
    );
    await findings.check("generated secrets survive upgrade, roll-back and removal", async () => {
      // Without controllers, the jobs of the hooks would never finish.
      const release = [
        chart,
        ...given(["ci/generated-secrets-values.yaml"]),
        "--set=kafka.topics.create=false",
        "--set=migrations.enabled=false",
      ];
      await runHelm("install", "matinale", ...release);
      const first = await generatedSecret();
      await runHelm("upgrade", "matinale", ...release, "--set=logLevel=debug");
      await runHelm("rollback", "matinale");
      await runHelm("uninstall", "matinale");
      return first !== "" && first === (await generatedSecret())
        ? []
        : ["the secrets were generated again"];
    });
    await findings.check(
      "a secret without a required key is an error that names the key",
      async () => {
        await kubectl("create", "secret", "generic", "half", "-n=matinale", "--from-literal=A=b");
        const values = given(["ci/production-values.yaml"]);
        return failsWith(
          "the secret half in namespace matinale has no key INTERNAL_TOKEN_SECRET",
          runHelm("install", "m", chart, ...values, "--set=secrets.existingSecret=half"),
        );
      },
    );
    await findings.check("a mail server of a secret on a closed port is an error", async () => {
      const ours = ["INTERNAL_TOKEN_SECRET", "SESSION_SECRET", "MEDIA_SECRET", "TRIAL_HASH_SECRET"];
      const whatsapp = ["WHATSAPP_TOKEN", "WHATSAPP_APP_SECRET", "WHATSAPP_VERIFY_TOKEN"];
      const keys = [...ours, ...whatsapp, "STRIPE_SECRET_KEY"].map(
        (key) => `--from-literal=${key}=a`,
      );
      const mail = "--from-literal=SMTP_URL=smtps://mail.example";
      await kubectl("create", "secret", "generic", "whole", "-n=matinale", mail, ...keys);
      const values = [
        ...given(["ci/production-values.yaml"]),
        "--set=secrets.existingSecret=whole",
      ];
      return failsWith("mail.port must be 465", runHelm("install", "m", chart, ...values));
    });
  } finally {
    await stop();
    await rm(work, { recursive: true, force: true });
  }
}
