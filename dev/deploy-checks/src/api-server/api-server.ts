import { generateKeyPairSync, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createDaemon, freePort, isOk, runCommand, succeeds } from "@matinale/dev-services";
import { apiServerPrograms } from "./programs.ts";

/** Starts an API server of Kubernetes without controllers: it validates and stores objects but starts no pod. */
export async function startApiServer(work: string) {
  const programs = await apiServerPrograms();
  const [clients, peers, port] = [await freePort(), await freePort(), await freePort()];
  const token = randomUUID();
  const kubeconfig = join(work, "kubeconfig.json");
  const url = `https://127.0.0.1:${port}`;
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  await writeFile(join(work, "accounts.pem"), privateKey);
  await writeFile(join(work, "tokens.csv"), `${token},admin,admin,"system:masters"\n`);
  await writeFile(kubeconfig, JSON.stringify(configuration(url, token)));

  /** @returns the output, including warnings */
  const kubectl = (...args: string[]) =>
    runCommand("sh", ["-c", 'exec "$0" "$@" 2>&1', join(programs, "kubectl"), ...args], {
      env: { ...process.env, KUBECONFIG: kubeconfig },
    });
  const daemon = (
    name: "etcd" | "kube-apiserver",
    options: Record<string, string>,
    ready: () => Promise<boolean>,
  ) =>
    createDaemon({
      name,
      command: join(programs, name),
      args: Object.entries(options).map(([option, value]) => `--${option}=${value}`),
      pidFile: join(work, `${name}.pid`),
      logFile: join(work, `${name}.log`),
      startTimeoutMs: 120_000,
      ready,
    });
  const store = daemon(
    "etcd",
    {
      "data-dir": join(work, "etcd"),
      "listen-client-urls": `http://127.0.0.1:${clients}`,
      "advertise-client-urls": `http://127.0.0.1:${clients}`,
      "listen-peer-urls": `http://127.0.0.1:${peers}`,
      "initial-advertise-peer-urls": `http://127.0.0.1:${peers}`,
      "initial-cluster": `default=http://127.0.0.1:${peers}`,
      "unsafe-no-fsync": "true",
    },
    () => isOk(`http://127.0.0.1:${clients}/readyz`),
  );
  const server = daemon(
    "kube-apiserver",
    {
      "etcd-servers": `http://127.0.0.1:${clients}`,
      "bind-address": "127.0.0.1",
      "advertise-address": "127.0.0.1",
      "endpoint-reconciler-type": "none",
      "secure-port": String(port),
      "cert-dir": join(work, "certificates"),
      "token-auth-file": join(work, "tokens.csv"),
      "authorization-mode": "RBAC",
      "service-account-key-file": join(work, "accounts.pem"),
      "service-account-signing-key-file": join(work, "accounts.pem"),
      "service-account-issuer": "https://kubernetes.default.svc",
      "service-cluster-ip-range": "10.96.0.0/16",
    },
    () => succeeds(kubectl("get", "--raw", "/readyz")),
  );
  const stop = async () => {
    await server.stop();
    await store.stop();
  };
  try {
    await store.start();
    await server.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { kubeconfig, kubectl, stop };
}

const configuration = (server: string, token: string) => ({
  apiVersion: "v1",
  kind: "Config",
  "current-context": "check",
  clusters: [{ name: "check", cluster: { server, "insecure-skip-tls-verify": true } }],
  users: [{ name: "check", user: { token } }],
  contexts: [{ name: "check", context: { cluster: "check", user: "check" } }],
});
