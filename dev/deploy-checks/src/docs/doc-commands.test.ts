import { expect, test } from "vitest";
import { manifestsOf } from "../chart/manifests.ts";
import { root } from "../places.ts";
import { commandComplaints, valueComplaints, type World } from "./doc-commands.ts";

const world: World = {
  root,
  objects: manifestsOf(`
apiVersion: apps/v1
kind: Deployment
metadata: { name: matinale-delivery, labels: { app.kubernetes.io/component: delivery } }
`),
  makefile: "up: setup\nreplay:\n\t$(call option,group)\n",
  scripts: () => new Set(["sizes"]),
  operators: new Set(["doctor"]),
};
const complaintsOf = (command: string) =>
  commandComplaints(command, world).map((complaint) => complaint.replace(`${command}: `, ""));

test("what is there can be typed", () => {
  for (const command of [
    "kubectl -n matinale logs deploy/matinale-<service> --previous | grep nothing",
    "kubectl -n matinale get pods -l app.kubernetes.io/component=delivery",
    "kubectl -n matinale exec deploy/matinale-$service -- node packages/ops-cli/src/main.ts doctor",
    "helm -n matinale upgrade matinale charts/matinale -f charts/matinale/values-prod.yaml -f mine.yaml",
    "make replay group=…",
    "npm run sizes -w bench",
    "`kubectl logs`",
  ]) {
    expect(complaintsOf(command)).toEqual([]);
  }
});

test.each([
  ["kubectl -n matinale scale deploy/delivery --replicas=0", "there is no Deployment delivery"],
  ["kubectl rollout restart deploy/matinale-delivery", "says no namespace"],
  ["kubectl -n matinale get pods -l app=delivery", "nothing is labelled app=delivery"],
  ["kubectl -n matinale exec deploy/matinale-delivery -- node gone.ts", "there is no gone.ts"],
  ["node packages/ops-cli/src/main.ts docter", "no operators' tool is called docter"],
  ["helm rollback matinale", "says no namespace"],
  ["helm -n matinale upgrade matinale charts/gone", "there is no charts/gone"],
  ["make upp", "no target upp"],
  ["make replay gruop=…", "takes no gruop"],
  ["npm run size -w bench", "no script size"],
])("%s: refused", (command, complaint) => {
  expect(complaintsOf(command)).toEqual([complaint]);
});

test("settings are looked up in the chart, those of a service in its defaults", () => {
  const values = {
    whatsapp: { adapter: "a" },
    services: { delivery: {} },
    defaults: { replicas: 2 },
  };
  const spans = ["whatsapp.adapter", "whatsapp.adaptor", "services.<service>.replicas", "a.b"];
  expect(valueComplaints(spans, values)).toEqual(["the chart has no whatsapp.adaptor"]);
  expect(valueComplaints(["services.<service>.replica"], values)).toHaveLength(1);
});
