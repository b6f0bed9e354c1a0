export type { Report } from "./independent-reports.ts";
export { activeMs, judgeEvent, sameEventAs, type EventStory, type Verdict } from "./judge-event.ts";
export { alertThreshold, comparedDays, topOfMonth } from "./threshold.ts";
export { minOutlets } from "./spread.ts";
