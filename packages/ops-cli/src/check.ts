/** The environment of the checked service. */
export type Env = Readonly<Record<string, string | undefined>>;

export interface CheckResult {
  message: string;
  /** It works, but not for long. */
  isWarning?: boolean;
  /** The other system's clock, and its precision. */
  clock?: { at: Date; precisionMs: number };
}

export interface Check {
  name: string;
  /** The variable without which the check is left out, and what the installation lacks then. */
  variable: string;
  run?: () => Promise<CheckResult>;
  /** Longest time of the check. Default: 10 s. */
  limitMs?: number;
}

/** `run` with the variable's value; no check where the variable is not set. */
export function checkOf(
  name: string,
  value: string | undefined,
  variable: string,
  run: (value: string) => Promise<CheckResult>,
): Check {
  return value === undefined || value === ""
    ? { name, variable }
    : { name, variable, run: () => run(value) };
}

/** A check found what is wrong; the message says what to do. */
export class CheckFailed extends Error {}

export const timeoutMs = 5_000;

export const request = (url: string, headers: Record<string, string>): Promise<Response> =>
  fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
