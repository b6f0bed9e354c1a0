import { fileURLToPath } from "node:url";

/** The repository. */
export const root = fileURLToPath(new URL("../../", import.meta.url));
/** Inside the chart, since Helm reads no file outside it; Compose and tools read the same ones. */
export const generatedFolder = "charts/matinale/observability";
