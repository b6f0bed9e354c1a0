import { ticker, type Worker } from "@matinale/kit";
import { composeAlert, type AlertDeps } from "../application/compose-alert.ts";

/** Clustering wakes the worker; the period matters for retries and for an alert of a process that died. */
const everyMs = 5_000;
/** Longer than the scripts and the voices of an alert may take. */
const leaseMs = 60_000;

/** Leases one raised alert at a time, composes and publishes it. */
export const composeAlertsWorker = (deps: AlertDeps): Worker & { wake(): void } =>
  ticker({
    name: "compose-alerts",
    everyMs,
    logger: deps.logger,
    run: async () => {
      const alert = await deps.alerts.claim(leaseMs, new Date());
      if (alert === null) return;
      await composeAlert(alert, deps);
      return "again";
    },
  });
