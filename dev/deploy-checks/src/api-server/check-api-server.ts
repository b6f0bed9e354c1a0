import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@matinale/dev-services";
import { chart, given, render } from "../chart/check-chart.ts";
import { installations } from "../chart/installations.ts";
import { tool } from "../chart/tools.ts";
import type { Findings } from "../findings.ts";
import { root } from "../places.ts";
import { startApiServer } from "./api-server.ts";
import { kindDefinitions } from "./programs.ts";

/** Pods that this level of Kubernetes' pod security refuses are refused in this namespace. */
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

/** What a real API server says to every installation, and to upgrades, roll-backs and removals. */
export async function checkApiServer(findings: Findings): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), "matinale-api-server-"));
  const helm = await tool("helm");
  const { kubectl, kubeconfig, stop } = await startApiServer(work);
  const file = async (name: string, text: string) => {
    const path = join(work, name);
    await writeFile(path, text);
    return path;
  };
  const judged = async (path: string) => {
    const said = await kubectl(
      "apply",
      "-n=matinale",
      "--server-side",
      "--dry-run=server",
      "-f",
      path,
    );
    return said.split("\n").filter((line) => line !== "" && !line.endsWith("(server dry run)"));
  };
  const installed = (...args: string[]) =>
    runCommand(helm, ["-n", "matinale", ...args], {
      env: { ...process.env, KUBECONFIG: kubeconfig },
    });
  const generated = () => {
    const which = ["secret", "-l=app.kubernetes.io/component=secrets"];
    return kubectl("get", ...which, "-n=matinale", "-o=jsonpath={.items[0].data.SESSION_SECRET}");
  };

  try {
    const kinds = (await kindDefinitions()).flatMap((path) => ["-f", path]);
    await kubectl("apply", "--server-side", ...kinds);
    await kubectl("wait", "--for=condition=established", "crd", "--all");
    await kubectl("apply", "-f", await file("namespace.json", JSON.stringify(namespace)));
    await kubectl("create", "serviceaccount", "default", "-n=matinale");

    await findings.check("pod security is in force", async () => {
      const careless = ["run", "careless", "-n=matinale", "--image=a", "--dry-run=server"];
      const said = await kubectl(...careless).then(() => "nothing", String);
      return said.includes("violates PodSecurity") ? [] : [`a careless pod is told ${said}`];
    });
    for (const [index, files] of installations.entries()) {
      await findings.check(`${files.join(" + ")}: is accepted without a warning`, async () =>
        judged(await file(`${index}.yaml`, await render(given(files)))),
      );
    }
    await findings.check("k8s/simulator.yaml: is accepted without a warning", () =>
      judged(join(root, "k8s/simulator.yaml")),
    );
    await findings.check("generated secrets outlive upgrade, roll-back and removal", async () => {
      // nothing runs here that could finish the job of the topics
      const release = [
        chart,
        ...given(["ci/generated-secrets-values.yaml"]),
        "--set=kafka.topics.create=false",
      ];
      await installed("install", "matinale", ...release);
      const first = await generated();
      await installed("upgrade", "matinale", ...release, "--set=logLevel=debug");
      await installed("rollback", "matinale");
      await installed("uninstall", "matinale");
      return first !== "" && first === (await generated()) ? [] : ["they were generated again"];
    });
    await findings.check("a secret without a key that is needed is refused by name", async () => {
      await kubectl("create", "secret", "generic", "half", "-n=matinale", "--from-literal=A=b");
      const values = given(["ci/production-values.yaml"]);
      const said = await installed(
        "install",
        "m",
        chart,
        ...values,
        "--set=secrets.existingSecret=half",
      ).then(() => "nothing", String);
      const wanted = "the secret half in namespace matinale has no key INTERNAL_TOKEN_SECRET";
      return said.includes(wanted) ? [] : [`should say “${wanted}”, says ${said}`];
    });
  } finally {
    await stop();
    await rm(work, { recursive: true, force: true });
  }
}
