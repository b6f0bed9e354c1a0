import { boards } from "../dashboards/index.ts";
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

const ofPanels: Query[] = Object.values(boards).flatMap((board) =>
  board.rows.flatMap(({ panels }) =>
    panels.flatMap(({ title, queries, mayBeEmpty }) =>
      queries.map(({ expr }) => ({
        where: `${board.title}: ${title}`,
        expr: chosen(expr),
        mayBeEmpty,
      })),
    ),
  ),
);

/** Series of rules that a healthy system may not have, and why. */
const missing: readonly (readonly [series: string, why: string])[] = [
  ["matinale:digests_late:ratio_", "no scheduled digest was due yet"],
  ["content_feed_failures{", "every feed is read"],
  ["content_model_calls_total", "no key of a language model is set"],
];
const whyMissing = (selector: string) =>
  missing.find(([series]) => selector.startsWith(series))?.[1];

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
