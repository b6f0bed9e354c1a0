import { counterOf, gaugeOf } from "./metric.ts";

export const gateway = {
  gateway_circuit_open: gaugeOf(
    "1 while calls to a service are refused at once, because it does not answer",
    "service",
  ),
  gateway_exports_incomplete_total: counterOf(
    "Exports without the part of a service that did not answer",
    "service",
  ),
  gateway_me_degraded_total: counterOf(
    "Parts of /api/me that came from the last known answer",
    "part",
  ),
};
