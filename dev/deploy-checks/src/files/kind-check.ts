import { join } from "node:path";
import { serviceNames } from "@matinale/contracts";
import { render } from "../chart/check-chart.ts";
import { manifestsOf, podOf } from "../chart/manifests.ts";
import { read, root } from "../places.ts";

/** Renders the chart with the arguments of .github/kind-check.sh and compares its images with those that are loaded. */
export async function kindCheckProblems(): Promise<string[]> {
  const script = await read(".github/kind-check.sh");
  const skaffold = await read("skaffold.yaml");
  const [, tag = ""] = /^install (\w+)$/m.exec(script) ?? [];
  const joined = script.replaceAll("\\\n", " ");
  const [, command = ""] =
    /helm upgrade --install matinale charts\/matinale(.*)/.exec(joined) ?? [];
  const args = [...command.replaceAll('"$1"', tag).matchAll(/(--values|--set) (\S+)/g)].flatMap(
    ([, option = "", value = ""]) =>
      option === "--values" ? [option, join(root, value)] : [option, value],
  );
  const objects = manifestsOf(await render(args));
  const used = objects
    .flatMap((object) => podOf(object)?.containers ?? [])
    .map(({ image }) => image)
    .filter((image) => image.startsWith("matinale-"));
  const loaded = new Set(serviceNames.map((name) => `matinale-${name}:${tag}`));
  const texts = { "skaffold.yaml": skaffold, ".github/kind-check.sh": script };
  const withLogs = Object.entries(texts).filter(([, text]) => /helm,? test.*--logs/.test(text));
  const isDeleted = objects.some(
    ({ metadata: { annotations } }) =>
      annotations["helm.sh/hook"] === "test" &&
      annotations["helm.sh/hook-delete-policy"]?.includes("hook-succeeded"),
  );
  return [
    ...(isDeleted
      ? withLogs.map(([file]) => `${file}: helm test --logs finds no pod once the test has passed`)
      : []),
    ...used
      .filter((image) => !loaded.has(image))
      .map((image) => `a pod runs ${image}, which is not loaded`),
    ...[...loaded].filter((image) => !used.includes(image)).map((image) => `no pod runs ${image}`),
  ];
}
