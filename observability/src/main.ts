// node observability/src/main.ts gen: writes the dashboards of the chart
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { generatedFiles } from "./generated-files.ts";
import { chartFolder, root } from "./places.ts";

const folder = join(root, chartFolder);
await rm(join(folder, "dashboards"), { recursive: true, force: true });
for (const [path, text] of generatedFiles()) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}
