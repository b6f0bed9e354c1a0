import { monthsAfter } from "@matinale/contracts";
import { graphApi, graphVersionIn, isOlderGraphVersion } from "@matinale/kit";
import { CheckFailed, type CheckResult } from "./check.ts";

/** Months after its release. Meta switches a version off about two years after its release. */
const warnFromMonths = 18;
const failFromMonths = 24;

/**
 * The age of the version of the Graph API that delivery calls.
 *
 * @param url  WHATSAPP_API_URL; the age of a version that it names is unknown
 * @throws CheckFailed  from 24 months after its release
 */
export function graphVersionAge(url: string, now: Date): CheckResult {
  const named = graphVersionIn(url);
  if (named !== null) {
    return {
      message: `WHATSAPP_API_URL names ${named}: compare it with Meta’s list of versions`,
      isWarning: isOlderGraphVersion(named),
    };
  }
  const { version, releasedOn } = graphApi;
  const released = new Date(releasedOn);
  const message = `${version} of the Graph API was released on ${releasedOn}`;
  if (now < monthsAfter(released, warnFromMonths)) return { message };
  const action = "update Matinale, or set graphApi in packages/kit to a newer version";
  if (now >= monthsAfter(released, failFromMonths)) {
    throw new CheckFailed(`${message} and may be switched off any day: ${action}`);
  }
  return { message: `${message}; a version lives about 24 months: ${action}`, isWarning: true };
}
