export { exposedNames, missingMetrics } from "./live/exposition.ts";
export { troubles, type Trouble } from "./live/live-check.ts";
export { firing, seriesOf } from "./live/prometheus-api.ts";
export { prometheusConfig, type Target } from "./live/prometheus-config.ts";
export { chartFolder } from "./places.ts";
export { prometheusProgram } from "./prometheus-tools.ts";
export { waitingRecords } from "./rules.ts";
