import { bucketOf, histogramSeries, series } from "../expression.ts";
import { stat, type Board } from "./board.ts";
import { growth, growthBy, here, highest, rate } from "./queries.ts";
import { digests, ratioOver } from "../rules/objectives.ts";

const lateness = (part: "bucket" | "count" | "sum") =>
  histogramSeries("delivery_lateness_seconds", part, here);
const quantile = (q: number) =>
  `histogram_quantile(${q}, sum by (le) (${rate(lateness("bucket"))}))`;
const { mayBeEmpty } = digests;

export const lateDigests = stat({
  title: "Late or lost digests, one hour",
  description:
    "Share of scheduled digests that the provider did not accept within 60 s of their due instant. The objective allows 1 %.",
  format: "percentunit",
  limits: { warn: 0.01, bad: 0.06 },
  queries: [{ expr: `max(${ratioOver(digests, "1h")})`, legend: "late" }],
  runbook: "digests-late-fast",
  mayBeEmpty,
});

export const pipeline: Board = {
  uid: "matinale-pipeline",
  title: "Matinale · digests on their way",
  description: "From the due slot to the played voice note, with lateness.",
  rows: [
    {
      title: "Objectives",
      panels: [
        lateDigests,
        stat({
          title: "Accepted in time",
          description:
            "Share of accepted scheduled digests that were accepted within 60 s, over the chosen range.",
          format: "percentunit",
          falling: true,
          limits: { warn: 0.995, bad: 0.99 },
          queries: [
            {
              expr: `sum(increase(${bucketOf("delivery_lateness_seconds", 60, here)}[$__range])) / (sum(increase(${lateness("count")}[$__range])) > 0)`,
              legend: "in time",
            },
          ],
          mayBeEmpty,
        }),
        stat({
          title: "Longest wait",
          description:
            "Time since the due instant of the oldest scheduled digest that the provider has not accepted.",
          format: "s",
          limits: { warn: 30, bad: 120 },
          queries: [highest("delivery_digests_due_oldest_seconds", "wait")],
          runbook: "digests-overdue",
        }),
        stat({
          title: "Sender",
          description: "On while the provider refuses all messages of our number.",
          format: "bool_on_off",
          limits: { warn: 1, bad: 1 },
          queries: [
            {
              expr: `max by (scope) (${series("delivery_sender_stopped", here)})`,
              legend: "{{scope}}",
            },
          ],
          runbook: "sender-stopped",
        }),
      ],
    },
    {
      title: "Funnel",
      width: 12,
      panels: [
        {
          title: "Due and not accepted",
          description:
            "Scheduled digests that are due and that the provider has not accepted, and those of more than 60 s.",
          format: "none",
          queries: [
            highest("delivery_digests_due", "due"),
            highest("delivery_digests_overdue", "overdue"),
          ],
          runbook: "digests-overdue",
        },
        {
          title: "Wait for a worker",
          description:
            "How long the oldest due step of a delivery has waited for a worker. More than a minute means that workers are too slow.",
          format: "s",
          limits: { warn: 30, bad: 120 },
          queries: [highest("delivery_oldest_due_seconds", "wait")],
          runbook: "deliveries-stuck",
        },
        {
          title: "From slot to voice note",
          description:
            "Steps of a digest, each per interval. Where a line falls below the step before it, digests wait or are lost.",
          width: 24,
          queries: [
            growth("delivery_slots_total", "1 planned", { where: { outcome: "planned" } }),
            growth("bus_consumed_total", "2 requested from content", {
              where: { topic: "digest.requested", outcome: "processed" },
            }),
            growth("bus_consumed_total", "3 composed", {
              where: { topic: "audio.ready", outcome: "processed" },
            }),
            growth("delivery_messages_total", "4 messages accepted", {
              where: { outcome: "accepted" },
            }),
            growth("delivery_receipts_total", "5 delivered", { where: { status: "delivered" } }),
            growth("delivery_receipts_total", "6 read", { where: { status: "read" } }),
          ],
        },
        {
          title: "Lateness of digests",
          description: "From the due instant until the provider accepts the first message.",
          format: "s",
          limits: { warn: 5, bad: 60 },
          queries: [
            { expr: quantile(0.5), legend: "median" },
            { expr: quantile(0.99), legend: "99 of 100" },
          ],
          runbook: "digests-late-fast",
          mayBeEmpty,
        },
        {
          title: "How digests ended",
          description:
            "Scheduled digests by outcome and reason. Skipped: there was no news, or the digest was no longer wanted.",
          queries: [growthBy("delivery_digests_total", "outcome, reason")],
        },
      ],
    },
    {
      title: "Breaking news",
      panels: [
        {
          title: "Events judged",
          description:
            "Events that four outlets carried within half an hour, by verdict. Breaking: an alert. Foretold: expected. Slow: not in the top of the month. Repeated: sent before. Late: read after an outage.",
          queries: [growthBy("content_alerts_total", "verdict")],
        },
        {
          title: "Alerts composed",
          description:
            "Published, unwanted (no subscriber wants its category and language), failed (not composed within ten minutes), or withdrawn.",
          queries: [growthBy("content_alerts_composed_total", "outcome")],
        },
        {
          title: "Alerts to people",
          description:
            "Planned for a person, then done; every other outcome is the reason why a person did not get one.",
          queries: [growthBy("delivery_alerts_total", "outcome")],
        },
      ],
    },
    {
      title: "Content",
      panels: [
        {
          title: "Assembled audio",
          description:
            "Voice notes that were joined from clips, and those shared with an equal digest. Sharing keeps costs independent of subscribers.",
          queries: [growthBy("content_digests_composed_total", "form, outcome")],
        },
        {
          title: "Compositions and orders",
          description:
            "Equal requests are one order, composed once. Incomplete compositions lack sound and are repeated while there is time.",
          queries: [
            growth("content_distinct_orders_total", "orders"),
            growthBy("content_compositions_total", "kind, outcome"),
          ],
          runbook: "orders-composed-twice",
        },
        {
          title: "Digests whose lease was lost",
          description:
            "Taken: another process took the digest over. Renewal: the lease could not be renewed.",
          queries: [growthBy("content_digest_leases_lost_total", "how")],
          runbook: "digest-leases-lost",
        },
      ],
    },
    {
      title: "Feeds",
      panels: [
        {
          title: "News coming in",
          description: "New entries of feeds. Zero means that feeds are not read.",
          queries: [growth("content_feed_items_total", "entries")],
          runbook: "no-news",
        },
        {
          title: "Feeds that fail",
          description: "Feeds whose last poll failed, and all feeds of the catalogue.",
          format: "none",
          queries: [highest("content_feeds_failing", "failing"), highest("content_feeds", "all")],
          runbook: "feeds-failing",
        },
        {
          title: "Polls of feeds",
          description: "By outcome: changed, unchanged, or why it failed.",
          queries: [growthBy("content_feed_polls_total", "outcome")],
        },
        {
          title: "Failing feeds",
          description: "Each feed whose last poll failed, why, and the polls that failed in a row.",
          width: 12,
          queries: [
            {
              expr: `max by (feed, failure) (${series("content_feed_failures", here)}) > 0`,
              legend: "{{feed}}: {{failure}}",
            },
          ],
          runbook: "feeds-failing",
          mayBeEmpty: "every feed is read",
        },
        {
          title: "Failing feeds, last answer",
          description: "Time since each failing feed last answered.",
          format: "s",
          width: 12,
          queries: [
            {
              expr: `max by (feed) (${series("content_feed_age_seconds", here)}) and on (feed) max by (feed) (${series("content_feed_failures", here)}) > 0`,
              legend: "{{feed}}",
            },
          ],
          runbook: "feeds-failing",
          mayBeEmpty: "every feed is read",
        },
        {
          title: "Entries of feeds",
          description: "What they became: a new story, or a source of a known story.",
          width: 12,
          queries: [growthBy("content_items_sorted_total", "language, became")],
        },
        {
          title: "Scripts",
          description:
            "Stories written, by method and why the model did not write them; and sentences of drafts that failed a check.",
          width: 12,
          queries: [
            growthBy("content_scripts_total", "method, reason"),
            growth("content_draft_parts_dropped_total", "sentences left out"),
          ],
        },
      ],
    },
  ],
};
