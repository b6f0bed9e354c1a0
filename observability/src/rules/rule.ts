import { serviceNames } from "@matinale/contracts";
import { series } from "../expression.ts";

/** A recording rule. Its name is level:metric:operation. */
export interface RecordingRule {
  record: string;
  expr: string;
  /** Why a healthy system may have no data for it. */
  mayBeEmpty?: string | undefined;
}

/** Series over time in promtool's notation, one value a minute: `0x4 1x20` is 1 from minute 5 to 25. */
export type Samples = Record<string, string>;

export interface Proof {
  /**
   * Samples of faults that begin at minute 5 and end later. With each, the alert is silent at minute 4, fires at
   * minute 10 and has cleared by itself at minute `clears`.
   */
  faults: readonly Samples[];
  /** 30 without one. */
  clears?: number;
  /** A fault that fires it later: why, and at which minute. */
  slow?: { because: string; at: number; fault: Samples };
  /** Samples with which the alert never fires. */
  quiet: readonly Samples[];
  /** Labels of the alert, without its name and severity. */
  labels?: Record<string, string>;
}

export interface Alert {
  name: string;
  /** `page` calls the person on duty at once; `ticket` waits for working hours; `none` calls no one. */
  severity: "page" | "ticket" | "none";
  expr: string;
  /** How long the expression must hold before the alert fires; without it, the alert fires at once. */
  for?: string;
  /** What is wrong: one line, with the labels of the alert. */
  summary: string;
  /** What it means for subscribers. */
  description: string;
  /** Why a healthy system may have no data for its expression. */
  mayBeEmpty?: string | undefined;
  /** Section of its runbook that concerns the labels of the alert. */
  section?: string;
  /** null: the alert always fires. */
  proof: Proof | null;
}

const alertOf =
  (severity: Alert["severity"]) =>
  (name: string, rule: Omit<Alert, "name" | "severity">): Alert => ({ name, severity, ...rule });
export const page = alertOf("page");
export const ticket = alertOf("ticket");

export const ours = { job: `=~${serviceNames.join("|")}` };

/**
 * The namespaces in which a process of Matinale ran within the last day. It confines metrics that other products also
 * have: a Prometheus may watch another product with a job `gateway`.
 *
 * @param ago  end of the day, "5m"
 */
export const installations = (ago?: string): string =>
  `group by (namespace) (last_over_time(${series("timezone_data_info")}[1d]${ago === undefined ? "" : ` offset ${ago}`}))`;

/** How much a counter has grown. @param labels  separated by a comma and a space @param window  "1h" @param ago  end of the window */
export const grown = (labels: string, selector: string, window: string, ago?: string): string =>
  `sum by (${labels}) (increase(${selector}[${window}]${ago === undefined ? "" : ` offset ${ago}`}))`;

/** The proof of an alert about one series. */
export const proofBy = (
  series: string,
  { fault, quiet, ...rest }: Omit<Proof, "faults" | "quiet"> & { fault: string; quiet: string },
): Proof => ({ ...rest, faults: [{ [series]: fault }], quiet: [{ [series]: quiet }] });

/**
 * The proof of an alert about a counter that has grown in the last hour: it fires once the counter grows, and is
 * silent while the counter stands still.
 *
 * @param others  series that grow and do not concern the alert
 */
export const proofByGrowth = (
  series: string,
  labels: Record<string, string> = {},
  others: Samples = {},
): Proof => ({
  faults: [{ [series]: "0x4 1x120" }],
  clears: 70,
  quiet: [{ [series]: "2x90", ...others }],
  labels,
});
