import { bucketOf, histogramSeries, series } from "../expression.ts";
import { grown, installations, type RecordingRule } from "./rule.ts";

/** Windows of the recording rules: short ones for fast burns, long ones for slow burns. */
const windows = ["5m", "30m", "1h", "2h", "6h", "1d", "3d"] as const;
export type Window = (typeof windows)[number];

/** Failures of the system, not of a phone that is gone or a subscriber who left. */
const ours = "=~not_composed|provider_down|refused|unknown_outcome|missed";

/** Events of an objective in a window, as expressions. */
interface Events {
  bad: string;
  all: string;
}

/** A digest is late from 60 s after its due instant, while it waits as well as after it was accepted or lost. */
function digestsLate(window: Window): Events {
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
  const waiting = `(max by (namespace) (${series("delivery_digests_overdue")}) or ${zero})`;
  const notAccepted = [...lost, waiting].join(" + ");
  return {
    bad: `${accepted} - ${inTime} + ${notAccepted}`,
    all: `${accepted} + ${notAccepted}`,
  };
}

function gatewayFailing(window: Window): Events {
  const requests = (status?: string) =>
    grown(
      "namespace",
      histogramSeries("http_request_duration_seconds", "count", { job: "gateway", status }),
      window,
    );
  return {
    bad: `${requests("=~5..")} or 0 * ${requests()}`,
    all: `${requests()} and on (namespace) ${installations()}`,
  };
}

export interface Objective {
  /** Part of the names of its rules. */
  name: "digests_late" | "gateway_failing";
  /** Share of bad events that the objective allows in 30 days. */
  budget: number;
  events: (window: Window) => Events;
  /** With fewer events in the long window no alert fires. */
  fewestEvents: number;
  /** Why a healthy system may have no data for it. */
  mayBeEmpty?: string | undefined;
}

/** 99 % of scheduled digests are accepted by the provider within 60 s of their due instant. */
export const digests: Objective = {
  name: "digests_late",
  budget: 0.01,
  events: digestsLate,
  fewestEvents: 10,
  mayBeEmpty: "no scheduled digest was due yet",
};
/** 99.9 % of requests to the gateway are answered without a server error. */
export const gateway: Objective = {
  name: "gateway_failing",
  budget: 0.001,
  events: gatewayFailing,
  fewestEvents: 100,
};

export const ratioOver = ({ name }: Objective, window: Window): string =>
  `matinale:${name}:ratio_${window}`;

export const eventsOver = ({ name }: Objective, window: Window): string =>
  `matinale:${name}:events_${window}`;

const objectiveRules: RecordingRule[] = [digests, gateway].flatMap((objective) => {
  const { mayBeEmpty } = objective;
  return windows.flatMap((window) => {
    const { bad, all } = objective.events(window);
    return [
      { record: eventsOver(objective, window), expr: all },
      {
        record: ratioOver(objective, window),
        expr: `(${bad}) / (${eventsOver(objective, window)} > 0)`,
        mayBeEmpty,
      },
    ];
  });
});

/** Records that wait for a consumer: every service reports all of them. The label `job` is the consumer's service. */
export const waitingRecords = "matinale:consumer_lag:records";
const ofPartitions = `max by (namespace, group, topic, partition) (${series("bus_consumer_lag")})`;

export const recordingRules: RecordingRule[] = [
  ...objectiveRules,
  {
    record: waitingRecords,
    expr: `sum by (namespace, job, topic) (label_replace(${ofPartitions}, "job", "$1", "group", "([^.]+)[.].+"))`,
  },
];
