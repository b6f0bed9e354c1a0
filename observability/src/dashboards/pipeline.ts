import { bucketOf, histogramSeries, series } from "../expression.ts";
import { panel, row, rowOfTwo, stat, type Board } from "./board.ts";
import { growth, growthBy, here, highest, perLabel, quantile, query } from "./queries.ts";

const mayBeEmpty = "no scheduled digest was due yet";

export const lateDigests = stat(
  "Late or lost digests, one hour",
  "Share of scheduled digests that the provider did not accept within 60 s of their due instant. The objective allows 1 %.",
  query('max(matinale:digests_late:ratio_1h{namespace=~"$namespace"})', "late"),
  {
    format: "percentunit",
    limits: { warn: 0.01, bad: 0.06 },
    runbook: "digests-late-fast",
    mayBeEmpty,
  },
);

export const oldestDigest = stat(
  "Oldest digest that waits",
  "Time since the due instant of the oldest scheduled digest that the provider has not accepted.",
  highest("delivery_digests_due_oldest_seconds", "wait"),
  { format: "s", limits: { warn: 60, bad: 120 }, runbook: "digests-overdue" },
);

export const pipeline: Board = {
  uid: "matinale-pipeline",
  title: "Matinale · digests on their way",
  description: "From the due slot to the played voice note, with lateness.",
  rows: [
    row("Objectives", [
      lateDigests,
      stat(
        "Accepted in time",
        "Share of accepted scheduled digests that were accepted within 60 s, over the chosen range.",
        query(
          `sum(increase(${bucketOf("delivery_lateness_seconds", 60, here)}[$__range])) / (sum(increase(${histogramSeries("delivery_lateness_seconds", "count", here)}[$__range])) > 0)`,
          "in time",
        ),
        { format: "percentunit", limits: { warn: 0.995, bad: 0.99 }, mayBeEmpty },
      ),
      oldestDigest,
      stat(
        "Sender refused",
        "Yes while the provider refuses all messages of this scope from our number, and for “operator” while an operator has stopped sending.",
        [
          perLabel("max", "scope", series("delivery_sender_stopped", here)),
          highest("delivery_sending_stopped", "operator"),
        ],
        { format: "bool_yes_no", limits: { warn: 1, bad: 1 }, runbook: "sender-stopped" },
      ),
    ]),
    rowOfTwo("Funnel", [
      panel(
        "Due and not accepted",
        "Scheduled digests that are due and that the provider has not accepted, and those of more than 60 s.",
        [highest("delivery_digests_due", "due"), highest("delivery_digests_overdue", "overdue")],
        { format: "none", runbook: "digests-overdue" },
      ),
      panel(
        "Wait for a worker",
        "How long the oldest due step of a delivery has waited for a worker. More than a minute means that workers are too slow.",
        highest("delivery_oldest_due_seconds", "wait"),
        { format: "s", limits: { warn: 30, bad: 120 }, runbook: "deliveries-stuck" },
      ),
      panel(
        "From slot to voice note",
        "Steps of a digest, each per interval. Where a line falls below the step before it, digests wait or are lost.",
        [
          growth("delivery_slots_total", "1 planned", { outcome: "planned" }),
          growth("bus_consumed_total", "2 requested from content", {
            topic: "digest.requested",
            outcome: "processed",
          }),
          growth("bus_consumed_total", "3 composed", {
            topic: "audio.ready",
            outcome: "processed",
          }),
          growth("delivery_messages_total", "4 messages accepted", { outcome: "accepted" }),
          growth("delivery_receipts_total", "5 delivered", { status: "delivered" }),
          growth("delivery_receipts_total", "6 read", { status: "read" }),
        ],
        { width: 24 },
      ),
      panel(
        "Lateness of digests",
        "From the due instant until the provider accepts the first message.",
        [
          { ...quantile(0.5, "delivery_lateness_seconds"), legend: "median" },
          { ...quantile(0.99, "delivery_lateness_seconds"), legend: "p99" },
        ],
        { format: "s", limits: { warn: 5, bad: 60 }, runbook: "digests-late-fast", mayBeEmpty },
      ),
      panel(
        "How digests ended",
        "Scheduled digests by outcome and reason. Skipped: there was no news, or the digest was no longer wanted.",
        growthBy("delivery_digests_total", "outcome, reason"),
      ),
    ]),
    row("Breaking news", [
      panel(
        "Events judged",
        "Events that four outlets carried within half an hour, by verdict. Breaking: an alert. Expected: announced or reported before, a result in sport or the session of a market. Slow: not in the top of the month. Repeated: sent before. Late: read after an outage.",
        growthBy("content_alerts_total", "verdict"),
      ),
      panel(
        "Alerts composed",
        "Published, unwanted (no subscriber wants its category and language), failed (not composed within ten minutes), or withdrawn.",
        growthBy("content_alerts_composed_total", "outcome"),
      ),
      panel(
        "Alerts to people",
        "Planned for a person, then done; every other outcome is the reason why a person did not get one.",
        growthBy("delivery_alerts_total", "outcome"),
      ),
    ]),
    row("Content", [
      panel(
        "Assembled audio",
        "Voice notes, and files for previews, that were joined from clips.",
        growthBy("content_digests_composed_total", "form"),
      ),
      panel(
        "Compositions and orders",
        "Equal requests are one order, composed once. Incomplete compositions lack sound and are repeated while there is time.",
        [
          growth("content_distinct_orders_total", "orders"),
          growthBy("content_compositions_total", "kind, outcome"),
        ],
        { runbook: "orders-composed-twice" },
      ),
      panel(
        "Digests whose lease was lost",
        "Taken: another process took the digest over. Renewal: the lease could not be renewed.",
        growthBy("content_digest_leases_lost_total", "how"),
        { runbook: "digest-leases-lost" },
      ),
    ]),
    row("Feeds", [
      panel(
        "News coming in",
        "New entries of feeds. Zero means that feeds are not read.",
        growth("content_feed_items_total", "entries"),
        { runbook: "no-news" },
      ),
      panel(
        "Feeds that fail",
        "Feeds whose last poll failed, and all feeds of the catalogue.",
        [highest("content_feeds_failing", "failing"), highest("content_feeds", "all")],
        { format: "none", runbook: "feeds-failing" },
      ),
      panel("Polls of feeds", "By outcome: changed, unchanged, or why it failed.", [
        growthBy("content_feed_polls_total", "outcome"),
      ]),
      panel(
        "Failing feeds",
        "Each feed whose last poll failed, why, and the polls that failed in a row.",
        query(
          `max by (feed, failure) (${series("content_feed_failures", here)}) > 0`,
          "{{feed}}: {{failure}}",
        ),
        { width: 12, runbook: "feeds-failing", mayBeEmpty: "every feed is read" },
      ),
      panel(
        "Failing feeds, last answer",
        "Time since each failing feed last answered.",
        query(
          `max by (feed) (${series("content_feed_age_seconds", here)}) and on (feed) max by (feed) (${series("content_feed_failures", here)}) > 0`,
          "{{feed}}",
        ),
        { format: "s", width: 12, runbook: "feeds-failing", mayBeEmpty: "every feed is read" },
      ),
      panel(
        "Entries of feeds",
        "What they became: a new story, or a source of a known story.",
        growthBy("content_items_sorted_total", "language, became"),
        { width: 12 },
      ),
      panel(
        "Scripts",
        "Stories written, by method and why the model did not write them; and sentences of drafts that failed a check.",
        [
          growthBy("content_scripts_total", "method, reason"),
          growth("content_draft_parts_dropped_total", "sentences left out"),
        ],
        { width: 12 },
      ),
    ]),
  ],
};
