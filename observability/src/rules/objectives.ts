import { bucketOf, histogramSeries, series } from "../expression.ts";
import { grown, type RecordingRule } from "./rule.ts";

/** Windows of the recording rules: short ones for fast burns, long ones for slow burns. */
const windows = ["5m", "30m", "1h", "2h", "6h", "1d", "3d"] as const;
export type Window = (typeof windows)[number];

/** Failures of the system, not of a phone that is gone or a subscriber who left. */
const ours = "=~not_composed|provider_down|refused|unknown_outcome|missed";

function digestsLate(window: Window): string {
  const accepted = grown(
    "namespace",
    histogramSeries("delivery_lateness_seconds", "count"),
    window,
  );
  const inTime = grown("namespace", bucketOf("delivery_lateness_seconds", 60), window);
  const zero = `0 * ${accepted}`;
  const lost = [
    series("delivery_digests_total", { outcome: "=~failed|missed", reason: ours }),
    series("delivery_slots_total", { outcome: "missed" }),
  ].map((selector) => `(${grown("namespace", selector, window)} or ${zero})`);
  const never = lost.join(" + ");
  return `(${accepted} - ${inTime} + ${never}) / ((${accepted} + ${never}) > 0)`;
}

function gatewayFailing(window: Window): string {
  const requests = (status?: string) =>
    grown(
      "namespace",
      histogramSeries("http_request_duration_seconds", "count", { job: "gateway", status }),
      window,
    );
  return `(${requests("=~5..")} or 0 * ${requests()}) / (${requests()} > 0)`;
}

export interface Objective {
  /** Part of the names of its rules. */
  name: "digests_late" | "gateway_failing";
  /** Share of bad events that the objective allows in 30 days. */
  budget: number;
  ratio: (window: Window) => string;
  /** Why a healthy system may have no data for it. */
  mayBeEmpty?: string | undefined;
}

/** 99 % of scheduled digests are accepted by the provider within 60 s of their due instant. */
export const digests: Objective = {
  name: "digests_late",
  budget: 0.01,
  ratio: digestsLate,
  mayBeEmpty: "no scheduled digest was due yet",
};
/** 99.9 % of requests to the gateway are answered without a server error. */
export const gateway: Objective = {
  name: "gateway_failing",
  budget: 0.001,
  ratio: gatewayFailing,
};

export const ratioOver = ({ name }: Objective, window: Window): string =>
  `matinale:${name}:ratio_${window}`;

export const recordingRules: RecordingRule[] = [digests, gateway].flatMap((objective) =>
  windows.map((window) => ({
    record: ratioOver(objective, window),
    expr: objective.ratio(window),
    mayBeEmpty: objective.mayBeEmpty,
  })),
);
