import { counter, type Logger } from "@matinale/kit";
import type { Answer } from "../domain/channel/whatsapp.ts";
import type { Form } from "../domain/delivery/delivery.ts";

/** Outcomes that alerts count. */
const alerting = [
  "accepted",
  "uncertain",
  "throttled",
  "pair_limit",
  "retry",
  "sender",
  "templates",
  "voice_notes",
  "unknown",
  "message",
  "template",
];

const messages = counter("delivery_messages_total", {
  form: ["text", "voice", "template"],
  outcome: alerting,
});

/** Counts the calls to the provider, as a metric and for one log line a minute while some are not accepted. */
export class ProviderCalls {
  /** Since the last log line, by outcome and code of the provider. */
  readonly #counts = new Map<string, number>();

  count(form: Form, answer: Answer): void {
    const outcome = answer.outcome === "refused" ? answer.action : answer.outcome;
    messages.inc({ form, outcome });
    const name = answer.outcome === "refused" ? `${outcome} ${answer.code}` : outcome;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Logs the counts since the last time; nothing if all calls were accepted. */
  log(logger: Logger): void {
    const { accepted = 0, ...notAccepted } = Object.fromEntries(this.#counts);
    this.#counts.clear();
    if (Object.keys(notAccepted).length === 0) return;
    logger.warn({ accepted, notAccepted }, "provider did not accept all calls of the last minute");
  }
}
