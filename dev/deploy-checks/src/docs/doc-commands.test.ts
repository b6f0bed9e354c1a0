import { expect, test } from "vitest";
import { manifestsOf } from "../chart/manifests.ts";
import { root } from "../places.ts";
import { commandProblems, valueProblems, type DocContext } from "./doc-commands.ts";

const context: DocContext = {
  root,
  objects: manifestsOf(`
apiVersion: apps/v1
kind: Deployment
metadata: { name: matinale-delivery, labels: { app.kubernetes.io/component: delivery } }
`),
  makefile: "up: setup\nreplay:\n\t$(call option,group)\nsending:\n\t$${why:-}\n",
  scripts: () => new Set(["sizes"]),
  operators: new Set(["doctor"]),
  singleHost: new Set(["start", "run"]),
};
const problemsOf = (command: string) =>
  commandProblems(command, context).map((problem) => problem.replace(`${command}: `, ""));

test("accepts commands whose targets exist", () => {
  for (const command of [
    "kubectl -n matinale logs deploy/matinale-<service> --previous | grep nothing",
    "kubectl -n matinale get pods -l app.kubernetes.io/component=delivery",
    "kubectl -n matinale exec deploy/matinale-$service -- node packages/ops-cli/dist/main.js doctor",
    "helm -n matinale upgrade matinale charts/matinale -f charts/matinale/values-prod.yaml -f mine.yaml --set-file product=product.yaml",
    "npx vitest run --project unit dev/deploy-checks",
    "make replay group=…",
    'make sending why="…"',
    "./matinale run delivery node packages/ops-cli/dist/main.js doctor",
    "npm run sizes -w bench",
    "`kubectl logs`",
  ]) {
    expect(problemsOf(command)).toEqual([]);
  }
});

test.each([
  ["kubectl -n matinale scale deploy/delivery --replicas=0", "there is no Deployment delivery"],
  ["kubectl rollout restart deploy/matinale-delivery", "has no namespace"],
  ["kubectl -n matinale get pods -l app=delivery", "no object has the label app=delivery"],
  ["kubectl -n matinale exec deploy/matinale-delivery -- node gone.ts", "there is no gone.ts"],
  ["node packages/ops-cli/dist/main.js docter", "there is no operator tool docter"],
  ["helm rollback matinale 7", "has no namespace"],
  ["helm -n matinale rollback matinale --wait", "names no revision"],
  ["helm -n matinale upgrade matinale charts/gone --set-file product=a", "there is no charts/gone"],
  ["helm -n matinale upgrade matinale charts/matinale", "gives no product"],
  ["npx vitest run --project unit dev/gone", "there is no dev/gone"],
  ["make upp", "there is no target upp"],
  ["./matinale begin", "there is no ./matinale begin"],
  ["./matinale run mail", "there is no service mail"],
  ["make replay gruop=…", "has no setting gruop"],
  ["npm run size -w bench", "there is no script size"],
])("rejects %s", (command, problem) => {
  expect(problemsOf(command)).toEqual([problem]);
});

test("finds settings in the values of the chart, those of a service in its defaults", () => {
  const values = {
    whatsapp: { adapter: "a" },
    services: { delivery: {} },
    defaults: { replicas: 2 },
  };
  const spans = ["whatsapp.adapter", "whatsapp.adaptor", "services.<service>.replicas", "a.b"];
  expect(valueProblems(spans, values)).toEqual(["the chart has no whatsapp.adaptor"]);
  expect(valueProblems(["services.<service>.replica"], values)).toHaveLength(1);
});
