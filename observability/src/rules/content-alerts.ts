import { series, standard } from "../expression.ts";
import {
  grown,
  installations,
  ours,
  page,
  proofBy,
  proofByGrowth,
  ticket,
  type Alert,
  type Samples,
} from "./rule.ts";

/** More than half of at least five calls in five minutes fail. @param outcome  of calls that fail */
function callsFail(
  name: "content_model_calls_total" | "content_speech_syntheses_total",
  outcome: string,
): Pick<Alert, "expr" | "for" | "proof"> {
  const all = grown("namespace", series(name), "5m");
  const good = grown("namespace", series(name, { outcome: "ok" }), "5m");
  const [ok, failed] = [`${name}{outcome="ok"}`, `${name}{outcome="${outcome}"}`];
  return {
    expr: `1 - (${good} or 0 * ${all}) / (${all} >= 5) > 0.5`,
    for: "1m",
    proof: {
      faults: [{ [ok]: "0+5x4 20x20 25+5x40", [failed]: "0x4 4+4x20 88x40" }],
      clears: 35,
      quiet: [{ [ok]: "0+4x60", [failed]: "0+1x60" }, { [failed]: "0x20 3x40" }],
    },
  };
}

const compositions = (outcome: string) =>
  `content_compositions_total{kind="scheduled",outcome="${outcome}"}`;
const failuresOfPolling = 'worker_failures_total{job="content",worker="poll-feeds"}';
const successOfPolling = 'worker_last_success_timestamp_seconds{job="content",worker="poll-feeds"}';

/** Samples of the event loop of a process of delivery. */
const ofDelivery = (lag: string): Samples => ({
  'timezone_data_info{namespace="matinale",job="delivery"}': "1x60",
  'nodejs_eventloop_lag_p99_seconds{namespace="matinale",job="delivery"}': lag,
});

/** Alerts for problems that make digests poorer, more expensive or late, but do not stop delivery. */
export const contentAlerts: Alert[] = [
  ticket("FeedsFailing", {
    expr: `max by (namespace) (${series("content_feeds_failing")}) / (max by (namespace) (${series("content_feeds")}) > 0) > 0.25`,
    for: "3m",
    summary: "{{ $value | humanizePercentage }} of the feeds cannot be read",
    description: "Digests have fewer sources; some countries or categories may have no news.",
    proof: {
      faults: [{ content_feeds: "100x60", content_feeds_failing: "2x4 30x20 2x40" }],
      quiet: [{ content_feeds: "100x60", content_feeds_failing: "20x60" }],
    },
  }),
  ticket("FeedUnreadable", {
    expr: `max by (namespace, feed, failure) (${series("content_feed_failures", { failure: "=~not_a_feed|refused_address" })}) > 0`,
    for: "1m",
    summary: "The feed {{ $labels.feed }} answers, and cannot be read: {{ $labels.failure }}",
    description:
      "It fails until its address is corrected, or it is switched off. Other feeds are read as usual.",
    mayBeEmpty: "every feed is read",
    proof: proofBy('content_feed_failures{feed="a",failure="not_a_feed"}', {
      fault: "_x4 1+1x20 stale _x20",
      clears: 32,
      quiet: "_ 1 stale _x40",
      labels: { feed: "a", failure: "not_a_feed" },
    }),
  }),
  page("NoNews", {
    // a Prometheus younger than two hours cannot know it
    expr: `${grown("namespace", series("content_feed_items_total"), "2h")} == 0 and on (namespace) sum by (namespace) (${series("content_feed_items_total")} offset 2h)`,
    for: "10m",
    summary: "No feed had anything new for two hours",
    description: "Content no longer reads feeds. Soon all digests will say that there is no news.",
    proof: {
      faults: [],
      slow: {
        because: "feeds may have nothing new for an hour at night",
        at: 140,
        fault: { content_feed_items_total: "0+5x4 20x150 25+5x60" },
      },
      clears: 160,
      quiet: [
        { content_feed_items_total: "500+1x200" },
        // all feeds were read before Prometheus was started
        { content_feed_items_total: "_x60 500x110" },
      ],
    },
  }),
  ticket("BudgetReached", {
    expr: `max by (namespace, budget) (${series("content_budget_reached")}) == 1`,
    summary: "The daily limit of {{ $labels.budget }} is reached",
    description:
      "Until midnight UTC, summaries are extracts (model), or digests are text only (speech).",
    proof: proofBy('content_budget_reached{budget="model_tokens"}', {
      fault: "0x4 1x20 0x20",
      quiet: "0x20",
      labels: { budget: "model_tokens" },
    }),
  }),
  ticket("ModelFailing", {
    ...callsFail("content_model_calls_total", "rate"),
    summary: "{{ $value | humanizePercentage }} of calls to the language model fail",
    description: "Summaries are extracts of the articles. Digests are sent.",
    mayBeEmpty: "no key of a language model is set",
  }),
  page("SpeechFailing", {
    ...callsFail("content_speech_syntheses_total", "away"),
    summary: "{{ $value | humanizePercentage }} of calls to the speech provider fail",
    description: "Digests are sent without a voice note.",
  }),
  ticket("OrdersComposedTwice", {
    expr: `${grown("namespace", series("content_compositions_total", { outcome: "!=incomplete" }), "1h")} / (${grown("namespace", series("content_distinct_orders_total"), "1h")} > 20) > 1.2`,
    for: "10m",
    summary: "{{ $value | humanize }} compositions for each distinct order",
    description:
      "Equal digests are composed more than once, or compositions fail and are repeated. Digests may be late.",
    proof: {
      faults: [],
      slow: {
        because: "the ratio of an hour counts",
        at: 60,
        fault: {
          content_distinct_orders_total: "0+1x240",
          [compositions("complete")]: "0+1x4 6+2x120 247+1x115",
        },
      },
      clears: 200,
      quiet: [
        {
          content_distinct_orders_total: "0+1x100",
          [compositions("complete")]: "0+1x100",
          [compositions("incomplete")]: "0+3x100",
        },
      ],
    },
  }),
  ticket("DigestLeasesLost", {
    expr: `${grown("namespace", series("content_digest_leases_lost_total", { how: "taken" }), "30m")} > 0`,
    summary:
      "{{ $value | humanize }} digests were taken over by another process while they were composed",
    description:
      "A process of content stood still, or did not reach MongoDB, for longer than a lease. Digests are composed twice and may be late.",
    proof: proofByGrowth(
      'content_digest_leases_lost_total{how="taken"}',
      {},
      { 'content_digest_leases_lost_total{how="renewal"}': "0+1x90" },
    ),
  }),
  page("StripeWorkStuck", {
    expr: `max by (namespace) (${series("billing_stripe_jobs_oldest_seconds")}) > 150`,
    for: "1m",
    summary: "A Stripe job has waited for {{ $value | humanizeDuration }}",
    description:
      "Subscribers have paid and do not get their plan, or have a plan that is no longer paid.",
    proof: proofBy("billing_stripe_jobs_oldest_seconds", {
      fault: "0x4 0+60x20 0x20",
      quiet: "0 200 30x30",
    }),
  }),
  page("MailFailing", {
    expr: `max by (namespace) (${series("identity_account_messages_failing_seconds")}) > 900`,
    for: "5m",
    summary: "A message about an account has failed for {{ $value | humanizeDuration }}",
    description:
      "People who lost their password get no link or no code, and new addresses are not verified.",
    proof: {
      faults: [],
      slow: {
        because: "a mail server may be away for a quarter of an hour",
        at: 27,
        fault: { identity_account_messages_failing_seconds: "0x4 0+60x30 0x20" },
      },
      clears: 40,
      quiet: [{ identity_account_messages_failing_seconds: "0 1000 30+0x30" }],
    },
  }),
  ticket("WorkerFailing", {
    // DependencyAway says why all workers of a service fail
    expr: `(sum by (namespace, job, worker) (increase(${series("worker_failures_total")}[5m])) > 5 or max by (namespace, job, worker) (increase(${series("worker_failures_total")}[25m]) > 1.5 and time() - ${series("worker_last_success_timestamp_seconds")} > 200)) unless on (namespace, job) min by (namespace, job) (min_over_time(${series("dependency_up")}[10m])) == 0`,
    summary: "{{ $labels.worker }} of {{ $labels.job }} keeps failing",
    description: "The worker retries at each round. Until it succeeds, its work is not done.",
    proof: {
      faults: [
        { [failuresOfPolling]: "0x4 2+2x20 42x40" },
        // every minute, and every five minutes
        { [failuresOfPolling]: "0x4 1+1x20 21x40", [successOfPolling]: "0+60x4 240x20 1500+60x40" },
        { [failuresOfPolling]: "0x4 1x4 2x4 3x60", [successOfPolling]: "0x19 1200+60x60" },
      ],
      clears: 35,
      quiet: [
        { [failuresOfPolling]: "0x20 3x60" },
        {
          [failuresOfPolling]: "0x4 2+2x20 42x40",
          'dependency_up{job="content",dependency="mongodb"}': "1x3 0x21 1x40",
        },
        // one failure of a worker that runs every ten minutes
        { [failuresOfPolling]: "0x4 1x60", [successOfPolling]: "0x14 900x9 1500x40" },
      ],
      labels: { job: "content", worker: "poll-feeds" },
    },
  }),
  ticket("EventLoopBlocked", {
    expr: `max by (namespace, job) (${standard("nodejs_eventloop_lag_p99_seconds", ours)}) > 0.5 and on (namespace) ${installations()}`,
    for: "3m",
    summary: "{{ $labels.job }} stands still for {{ $value | humanizeDuration }} at a time",
    description:
      "Every request and message of this process waits: too little CPU, or blocking work.",
    proof: {
      faults: [ofDelivery("0.02x4 0.8x20 0.02x20")],
      quiet: [
        ofDelivery("0.02 0.9 0.02x30"),
        // another product, whose service has the name of one of ours
        {
          ...ofDelivery("0.02x30"),
          'nodejs_eventloop_lag_p99_seconds{namespace="other",job="gateway"}': "0.8x30",
        },
      ],
      labels: { job: "delivery", namespace: "matinale" },
    },
  }),
];
