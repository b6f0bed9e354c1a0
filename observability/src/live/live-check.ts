import { dashboards, panelsOf } from "../dashboards.ts";
import { alerts, recordingRules } from "../rules.ts";
import { seriesOf } from "./prometheus-api.ts";
import { selectorsOf } from "./selectors.ts";

/** A query without data, or one that Prometheus refuses. */
export interface Trouble {
  where: string;
  expr: string;
  problem: string;
}

interface Query {
  where: string;
  expr: string;
  /** Why a healthy system may have no data for it. */
  mayBeEmpty?: string | undefined;
}

/** Replaces Grafana's variables. */
const chosen = (expr: string): string =>
  expr
    .replaceAll("$__rate_interval", "5m")
    .replaceAll("$__range", "1h")
    .replaceAll(/\$(namespace|service)\b/g, ".*");

const notDue = "no scheduled digest was due yet";
const allFeedsRead = "every feed is read";
const noModel = "no key of a language model is set, or no call was needed yet";

/** Panels that may be empty in a healthy system, and why. */
const emptyPanels: Readonly<Record<string, string>> = {
  "Accepted in time": notDue,
  "Alerts that fire": "no alert fires",
  "Calls not accepted": "no call was made",
  "Calls not made because of a daily limit": "no daily limit was reached",
  "Calls of the language model": noModel,
  "Daily limits": "no provider with a daily limit was called yet",
  "Failing feeds": allFeedsRead,
  "Failing feeds, last answer": allFeedsRead,
  "Failing workers": "no worker has failed",
  "Incomplete answers of the gateway": "every service has answered",
  "Late or lost digests, one hour": notDue,
  "Lateness of digests": notDue,
  "Messages about accounts": "no account was created, and no password was reset",
  "Messages from unknown senders": "no unknown sender has written",
  "Passwords and images, p99": "no image was uploaded",
  "Profile images": "no image was uploaded",
  "Stripe jobs": "no key of Stripe is set, or no webhook has arrived",
  Subscriptions: "no subscription was bought or cancelled yet",
  "Tokens of the language model, one day": noModel,
  Webhooks: "no webhook has arrived, or none has failed",
};

const ofPanels: Query[] = dashboards.flatMap((board) =>
  panelsOf(board).flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({
      where: `${board.title}: ${title}`,
      expr: chosen(expr),
      mayBeEmpty: emptyPanels[title],
    })),
  ),
);

/** Series of rules that a healthy system may not have, and why. */
const missingSeries: readonly (readonly [series: string, why: string])[] = [
  ["matinale:digests_late:ratio_", notDue],
  ["content_feed_failures{", allFeedsRead],
  ["content_model_calls_total", "no key of a language model is set"],
];
const whyMissing = (selector: string) =>
  missingSeries.find(([series]) => selector.startsWith(series))?.[1];

/** In a healthy system an alert has no data, but each of its selectors has. */
const ofAlerts: Query[] = alerts.flatMap(({ alert, expr }) => [
  { where: `alert ${alert}`, expr, mayBeEmpty: "all is well" },
  ...selectorsOf(expr).map((each) => ({
    where: `alert ${alert}, selector`,
    expr: each,
    mayBeEmpty: whyMissing(each),
  })),
]);

const ofRules: Query[] = recordingRules.map(({ record, expr }) => ({
  where: `rule ${record}`,
  expr,
  mayBeEmpty: whyMissing(record),
}));

const answerTo = async (prometheus: string, query: Query): Promise<Trouble[]> => {
  const { where, expr, mayBeEmpty } = query;
  try {
    const found = await seriesOf(prometheus, expr);
    if (found > 0 || mayBeEmpty !== undefined) return [];
    return [{ where, expr, problem: "no data" }];
  } catch (error) {
    return [{ where, expr, problem: error instanceof Error ? error.message : String(error) }];
  }
};

/** Runs every query of every dashboard, alert and rule in a Prometheus that watches a running stack. */
export async function troubles(prometheus: string): Promise<Trouble[]> {
  const queries = [...ofPanels, ...ofAlerts, ...ofRules];
  const answers: Trouble[] = [];
  for (const query of queries) answers.push(...(await answerTo(prometheus, query)));
  return answers;
}
