import { boards } from "../dashboards/index.ts";
import { alerts } from "../rules/index.ts";
import { recordingRules } from "../rules/objectives.ts";
import { firingAlerts, seriesOf } from "./prometheus-api.ts";
import { selectorsOf } from "./selectors.ts";

/** A query that says nothing, or cannot be asked. */
export interface Trouble {
  where: string;
  expr: string;
  problem: string;
}

interface Question {
  where: string;
  expr: string;
  /** Why a healthy system may have nothing to say. */
  mayBeEmpty?: string | undefined;
}

/** What Grafana puts in their place. */
const chosen = (expr: string): string =>
  expr
    .replaceAll("$__rate_interval", "5m")
    .replaceAll("$__range", "1h")
    .replaceAll(/\$(namespace|service)\b/g, ".*");

const ofPanels: Question[] = Object.values(boards).flatMap((board) =>
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

/** Healthy, an alert has nothing to say; what it looks at has to be there all the same. */
const ofAlerts: Question[] = alerts.flatMap(({ name, expr, mayBeEmpty }) => [
  { where: `alert ${name}`, expr, mayBeEmpty: "all is well" },
  ...selectorsOf(expr).map((each) => ({
    where: `alert ${name} looks at`,
    expr: each,
    mayBeEmpty,
  })),
]);

const ofRules: Question[] = recordingRules.map(({ record, expr, mayBeEmpty }) => ({
  where: `rule ${record}`,
  expr,
  mayBeEmpty,
}));

const answerTo = async (prometheus: string, question: Question): Promise<Trouble[]> => {
  const { where, expr, mayBeEmpty } = question;
  try {
    const found = await seriesOf(prometheus, expr);
    if (found > 0 || mayBeEmpty !== undefined) return [];
    return [{ where, expr, problem: "no data" }];
  } catch (error) {
    return [{ where, expr, problem: error instanceof Error ? error.message : String(error) }];
  }
};

/** Every query of every dashboard, alert and rule, asked of a Prometheus that watches a running stack. */
export async function troubles(prometheus: string): Promise<Trouble[]> {
  const questions = [...ofPanels, ...ofAlerts, ...ofRules];
  const answers: Trouble[] = [];
  for (const question of questions) answers.push(...(await answerTo(prometheus, question)));
  return answers;
}

/** Alerts that fire now, by name. */
export const firing = (prometheus: string): Promise<string[]> => firingAlerts(prometheus);
