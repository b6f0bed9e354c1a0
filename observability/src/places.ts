import { fileURLToPath } from "node:url";

/** Root folder of the repository. */
export const root = fileURLToPath(new URL("../../", import.meta.url));
/** Inside the chart, because Helm reads no file outside it. Compose and tools read the same files. */
export const generatedFolder = "charts/matinale/observability";
