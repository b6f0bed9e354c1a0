import {
  digests,
  eventsOver,
  gateway,
  ratioOver,
  type Objective,
  type Window,
} from "./objectives.ts";
import { page, ticket, type Alert, type Proof } from "./rule.ts";

interface Burn {
  long: Window;
  short: Window;
  /** Times the pace at which the budget would last exactly 30 days. */
  factor: number;
}
type Burns = [Burn, Burn];

/**
 * Each burn has two windows: the long one shows that the problem is large, the short one that it continues.
 * Factors are those of Google's SRE workbook, chapter 5, for an objective over 30 days. With few events in the long
 * window a ratio says nothing: one failure of three would page.
 */
const fast: Burns = [
  { long: "1h", short: "5m", factor: 14.4 },
  { long: "6h", short: "30m", factor: 6 },
];
const slow: Burns = [
  { long: "1d", short: "2h", factor: 3 },
  { long: "3d", short: "6h", factor: 1 },
];

const burning = (objective: Objective, burns: Burns): string =>
  burns
    .map(({ long, short, factor }) => {
      const limit = Number((factor * objective.budget).toPrecision(6));
      const over = (window: Window) => `${ratioOver(objective, window)} > ${limit}`;
      const floor = `${eventsOver(objective, long)} >= ${objective.fewestEvents}`;
      return `(${over(long)} and ${over(short)} and ${floor})`;
    })
    .join(" or ");

const proofOf = (objective: Objective, [{ long, short, factor }]: Burns): Proof => {
  const bad = objective.budget * factor * 1.1;
  const enough = { [eventsOver(objective, long)]: `${objective.fewestEvents}x120` };
  const longBad = { [ratioOver(objective, long)]: `${bad}x120` };
  return {
    faults: [{ ...enough, ...longBad, [ratioOver(objective, short)]: `0x4 ${bad}x20 0x60` }],
    quiet: [
      // the short window shows that the problem is over
      { ...enough, ...longBad, [ratioOver(objective, short)]: "0x120" },
      {
        ...longBad,
        [ratioOver(objective, short)]: `${bad}x120`,
        [eventsOver(objective, long)]: `${objective.fewestEvents - 1}x120`,
      },
    ],
  };
};

const percent = (share: number) => `${Number((100 * share).toPrecision(3))} %`;

const burnRate = (objective: Objective, burns: Burns) => ({
  expr: burning(objective, burns),
  for: burns === fast ? "2m" : "3m",
  mayBeEmpty: objective.mayBeEmpty,
  proof: proofOf(objective, burns),
});

export const burnRateAlerts: Alert[] = [
  page("DigestsLateFast", {
    ...burnRate(digests, fast),
    summary: "{{ $value | humanizePercentage }} of digests are late or missing",
    description: `At this pace the month's budget for late digests (${percent(digests.budget)}) is used up within days. Subscribers notice.`,
  }),
  ticket("DigestsLateSlow", {
    ...burnRate(digests, slow),
    summary: "More late digests than the objective allows: {{ $value | humanizePercentage }}",
    description: `The month's budget for late digests (${percent(digests.budget)}) will be used up before the month is over.`,
  }),
  page("GatewayFailingFast", {
    ...burnRate(gateway, fast),
    summary: "The site answers {{ $value | humanizePercentage }} of requests with a server error",
    description: "People cannot use the site, and webhooks of WhatsApp and Stripe may be refused.",
  }),
  ticket("GatewayFailingSlow", {
    ...burnRate(gateway, slow),
    summary: "More server errors than the objective allows: {{ $value | humanizePercentage }}",
    description: `The month's budget for failed requests (${percent(gateway.budget)}) will be used up before the month is over.`,
  }),
];
