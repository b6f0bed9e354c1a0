import { serviceNames } from "@matinale/contracts";

/** A recording rule. Its name is level:metric:operation. */
export interface RecordingRule {
  record: string;
  expr: string;
  /** Why a healthy system may have no data for it. */
  mayBeEmpty?: string | undefined;
}

/** A series over time in promtool's notation, one value a minute: `1+0x10`. */
export type Samples = Record<string, string>;

export interface Alert {
  name: string;
  /** `page` calls the person on duty at once; `ticket` waits for working hours. */
  severity: "page" | "ticket";
  expr: string;
  /** How long the expression must hold before the alert fires; without it, the alert fires at once. */
  for?: string;
  /** What is wrong: one line, with the labels of the alert. */
  summary: string;
  /** What it means for subscribers. */
  description: string;
  /** Why a healthy system may have no data for its expression. */
  mayBeEmpty?: string | undefined;
  /** Samples with which it fires at `at`, and samples with which it must not. */
  proof: { at: string; fires: Samples; quiet: Samples; labels?: Record<string, string> };
}

/** Matchers for the processes of our services. */
export const ours = { job: `=~${serviceNames.join("|")}` };

/** How much a counter has grown. @param labels  separated by a comma and a space @param window  "1h" */
export const grown = (labels: string, selector: string, window: string): string =>
  `sum by (${labels}) (increase(${selector}[${window}]))`;

/** The proof of an alert about one series. */
export const proofBy = (
  series: string,
  {
    fires,
    quiet,
    ...rest
  }: Omit<Alert["proof"], "fires" | "quiet"> & { fires: string; quiet: string },
): Alert["proof"] => ({ ...rest, fires: { [series]: fires }, quiet: { [series]: quiet } });
