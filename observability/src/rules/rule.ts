/** Computed once by Prometheus, under a name that says level:what:how. */
export interface RecordingRule {
  record: string;
  expr: string;
  /** Why a healthy system may have nothing to compute it from. */
  mayBeEmpty?: string;
}

/** A series over time in promtool's notation, one value a minute: `1+0x10`. */
export type Samples = Record<string, string>;

export interface Alert {
  name: string;
  /** page wakes somebody; ticket waits for the morning. */
  severity: "page" | "ticket";
  expr: string;
  /** How long it has to hold. */
  for: string;
  /** One line, with the labels of the alert: what is wrong. */
  summary: string;
  /** What it means for subscribers. */
  description: string;
  /** Why a healthy system may have nothing of what it looks at. */
  mayBeEmpty?: string;
  /** Samples under which it fires by `at`, and others under which it must not. */
  proof: { at: string; fires: Samples; quiet: Samples; labels?: Record<string, string> };
}
