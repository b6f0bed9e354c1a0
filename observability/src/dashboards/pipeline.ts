import { bucketOf, histogramSeries, series } from "../expression.ts";
import type { Board } from "./board.ts";
import { digests, ratioOver, reasonOf } from "../rules/objectives.ts";

const here = { namespace: "=~$namespace" };
const increase = (selector: string, by?: string) =>
  `sum${by === undefined ? "" : ` by (${by})`} (increase(${selector}[$__rate_interval]))`;
const lateness = (part: "bucket" | "count" | "sum") =>
  histogramSeries("delivery_lateness_seconds", part, here);
const quantile = (q: number) =>
  `histogram_quantile(${q}, sum by (le) (rate(${lateness("bucket")}[$__rate_interval])))`;
const noScheduled = reasonOf(digests);

export const pipeline: Board = {
  uid: "matinale-pipeline",
  title: "Matinale · digests on their way",
  description: "From the slot that comes round to the voice note that is played, and how late.",
  rows: [
    {
      title: "Are people served?",
      panels: [
        {
          title: "Late or lost digests, one hour",
          description:
            "Share of scheduled digests that the provider did not accept within 60 s of their due instant. The objective allows 1 %.",
          format: "percentunit",
          stat: true,
          width: 6,
          limits: { warn: 0.01, bad: 0.06 },
          queries: [{ expr: `max(${ratioOver(digests, "1h")})`, legend: "late" }],
          runbook: "digests-late-fast",
          ...noScheduled,
        },
        {
          title: "Accepted in time, ever since",
          description:
            "Share of accepted scheduled digests that were accepted within 60 s, over the chosen range.",
          format: "percentunit",
          stat: true,
          width: 6,
          falling: true,
          limits: { warn: 0.995, bad: 0.99 },
          queries: [
            {
              expr: `sum(increase(${bucketOf("delivery_lateness_seconds", 60, here)}[$__range])) / (sum(increase(${lateness("count")}[$__range])) > 0)`,
              legend: "in time",
            },
          ],
          ...noScheduled,
        },
        {
          title: "Longest wait",
          description:
            "How long the delivery that waits longest could have been worked on. More than a minute means that workers do not keep up.",
          format: "s",
          stat: true,
          width: 6,
          limits: { warn: 30, bad: 120 },
          queries: [
            { expr: `max(${series("delivery_oldest_due_seconds", here)})`, legend: "wait" },
          ],
          runbook: "deliveries-stuck",
        },
        {
          title: "Sender",
          description: "On while the provider refuses everything from our number.",
          format: "bool_on_off",
          stat: true,
          width: 6,
          limits: { warn: 1, bad: 1 },
          queries: [{ expr: `max(${series("delivery_sender_stopped", here)})`, legend: "stopped" }],
          runbook: "sender-stopped",
        },
      ],
    },
    {
      title: "Funnel",
      panels: [
        {
          title: "From slot to voice note",
          description:
            "Steps of the way, each per interval. Where a line falls below the one before, digests are held up there.",
          format: "short",
          width: 24,
          queries: [
            {
              expr: increase(series("delivery_slots_total", { ...here, outcome: "planned" })),
              legend: "1 planned",
            },
            {
              expr: increase(
                series("bus_consumed_total", {
                  ...here,
                  topic: "digest.requested",
                  outcome: "processed",
                }),
              ),
              legend: "2 asked of content",
            },
            {
              expr: increase(
                series("bus_consumed_total", {
                  ...here,
                  topic: "audio.ready",
                  outcome: "processed",
                }),
              ),
              legend: "3 composed",
            },
            {
              expr: increase(series("delivery_messages_total", { ...here, outcome: "accepted" })),
              legend: "4 messages accepted",
            },
            {
              expr: increase(series("delivery_receipts_total", { ...here, status: "delivered" })),
              legend: "5 delivered",
            },
            {
              expr: increase(series("delivery_receipts_total", { ...here, status: "read" })),
              legend: "6 read",
            },
          ],
        },
        {
          title: "Lateness of digests",
          description: "From the due instant to the provider's yes to the first message.",
          format: "s",
          width: 12,
          limits: { warn: 5, bad: 60 },
          queries: [
            { expr: quantile(0.5), legend: "median" },
            { expr: quantile(0.99), legend: "99 of 100" },
          ],
          runbook: "digests-late-fast",
          ...noScheduled,
        },
        {
          title: "How digests ended",
          description:
            "Scheduled digests by outcome and reason. Skipped ones had nothing to tell or were no longer wanted.",
          format: "short",
          width: 12,
          queries: [
            {
              expr: increase(series("delivery_digests_total", here), "outcome, reason"),
              legend: "{{outcome}} {{reason}}",
            },
          ],
        },
      ],
    },
    {
      title: "Making them",
      panels: [
        {
          title: "News coming in",
          description: "New entries of feeds. A flat line means that feeds are not read.",
          format: "short",
          queries: [
            { expr: increase(series("content_feed_items_total", here)), legend: "entries" },
          ],
          runbook: "no-news",
        },
        {
          title: "Feeds that fail",
          description: "Feeds of the catalogue whose last poll failed, of all.",
          format: "none",
          queries: [
            { expr: `max(${series("content_feeds_failing", here)})`, legend: "failing" },
            { expr: `max(${series("content_feeds", here)})`, legend: "all" },
          ],
          runbook: "feeds-failing",
        },
        {
          title: "Recordings",
          description:
            "Distinct recordings that were joined, and those shared with an equal digest: sharing is what keeps costs flat.",
          format: "short",
          queries: [
            {
              expr: increase(series("content_digests_composed_total", here), "form, outcome"),
              legend: "{{form}} {{outcome}}",
            },
          ],
        },
        {
          title: "Compositions and orders",
          description:
            "Any number of equal requests is one order, composed once. Incomplete compositions lack sound and are repeated while there is time.",
          format: "short",
          queries: [
            { expr: increase(series("content_distinct_orders_total", here)), legend: "orders" },
            {
              expr: increase(series("content_compositions_total", here), "kind, outcome"),
              legend: "{{kind}} {{outcome}}",
            },
          ],
          runbook: "orders-composed-twice",
        },
        {
          title: "Digests whose lease was lost",
          description:
            "Taken: another process answered them. Renewal: the lease could not be renewed, and may be lost next.",
          format: "short",
          queries: [
            {
              expr: increase(series("content_digest_leases_lost_total", here), "how"),
              legend: "{{how}}",
            },
          ],
          runbook: "digest-leases-lost",
        },
      ],
    },
  ],
};
