import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
/** Inside the chart, because Helm reads no file outside it. Compose and tools read the same files. */
export const chartFolder = "charts/matinale/observability";
