import type { Logger } from "@matinale/kit";
import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from "cockatiel";
import type { RefusalKind, Message } from "../domain/channel/whatsapp.ts";

/** Refusals that concern more than one message. */
const wideRefusals = [
  "sender",
  "templates",
  "voice_notes",
  "unknown",
] as const satisfies RefusalKind[];
export type WideRefusal = (typeof wideRefusals)[number];

export const isWide = (action: RefusalKind | undefined): action is WideRefusal =>
  wideRefusals.some((wide) => wide === action);

/** The provider refuses more than this message: an expired token, an unpaid bill, a ban. */
export class SenderRefused extends Error {
  readonly action: WideRefusal;

  /**
   * @param code    the provider's code, 0 without one
   * @param reason  the provider's words
   */
  constructor(action: WideRefusal, code: number, reason?: string) {
    const words = reason === undefined ? "" : `: ${reason}`;
    super(`the provider refuses this sender: ${action}, code ${code}${words}`);
    this.action = action;
  }
}

/** Recipients in a row with an unknown code that open the circuit. Any other wide refusal opens it at once. */
const unknownInARow = 3;

/** Recipients in a row whose messages got an unknown code. It may concern a single one of them only. */
class UnknownRefusals {
  /** Answers and statuses apart: a call may be accepted, and its message fail by a status, for every recipient. */
  readonly #recipients = { at_once: new Set<string>(), by_status: new Set<string>() };

  add(reported: "at_once" | "by_status", recipient: string): void {
    if (!this.areMany) this.#recipients[reported].add(recipient);
  }

  clear(reported: "at_once" | "by_status"): void {
    this.#recipients[reported].clear();
  }

  get areMany(): boolean {
    const { at_once, by_status } = this.#recipients;
    return new Set([...at_once, ...by_status]).size >= unknownInARow;
  }
}

const circuitsOfForm: Record<Message["form"], readonly WideRefusal[]> = {
  text: [],
  voice: ["voice_notes"],
  template: ["templates"],
};

/** What the provider refuses from our number. */
export type SenderState = Record<"messages" | "templates" | "voice_notes", boolean>;

/** Circuit breakers of the sender, one for each kind of wide refusal. */
export class SenderCircuits {
  readonly #circuits: Record<WideRefusal, CircuitBreakerPolicy>;
  readonly #unknown = new UnknownRefusals();

  /** @param probeEveryMs  after it, one call at a time may test whether the provider accepts messages again */
  constructor(probeEveryMs: number, logger: Logger) {
    const circuitFor = (action: WideRefusal): CircuitBreakerPolicy => {
      // Any error of a probe keeps the circuit open: the message may have been stopped by another circuit.
      const isFailure = (error: unknown) =>
        circuit.state === CircuitState.HalfOpen ||
        (error instanceof SenderRefused &&
          error.action === action &&
          (action !== "unknown" || this.#unknown.areMany));
      const circuit: CircuitBreakerPolicy = circuitBreaker(handleWhen(isFailure), {
        halfOpenAfter: probeEveryMs,
        breaker: new ConsecutiveBreaker(1),
      });
      circuit.onBreak((reason) =>
        logger.error(
          { err: "error" in reason ? reason.error : undefined, refused: action },
          "provider refuses this sender, sending stopped",
        ),
      );
      circuit.onReset(() =>
        logger.info({ refused: action }, "provider accepts messages again, sending resumed"),
      );
      return circuit;
    };
    this.#circuits = {
      sender: circuitFor("sender"),
      templates: circuitFor("templates"),
      voice_notes: circuitFor("voice_notes"),
      unknown: circuitFor("unknown"),
    };
  }

  /** The circuits that a message passes: those of all messages, and that of its form. */
  for(form: Message["form"]): [WideRefusal, CircuitBreakerPolicy][] {
    const passed: readonly WideRefusal[] = ["sender", "unknown", ...circuitsOfForm[form]];
    return passed.map((action) => [action, this.#circuits[action]]);
  }

  /** A refusal as the answer to a call, for the circuit of its kind. @param recipient  id of the subscriber, not the number */
  refusal(
    action: WideRefusal,
    { code, reason }: { code: number; reason?: string },
    recipient: string,
  ): SenderRefused {
    if (action === "unknown") this.#unknown.add("at_once", recipient);
    return new SenderRefused(action, code, reason);
  }

  /** The provider has accepted a message. */
  accepted(): void {
    this.#unknown.clear("at_once");
  }

  /** A status reports that a message was delivered. */
  delivered(): void {
    this.#unknown.clear("by_status");
  }

  /**
   * For refusals that a status reports, after the message was accepted.
   *
   * @param recipient  id of the subscriber, not the number; null when the message is of no known delivery
   */
  refused(action: WideRefusal, code: number, recipient: string | null): void {
    if (action === "unknown" && recipient !== null) this.#unknown.add("by_status", recipient);
    const failing = () => Promise.reject(new SenderRefused(action, code));
    void this.#circuits[action].execute(failing).catch(() => undefined);
  }

  get stopped(): SenderState {
    const isOpen = ({ state }: CircuitBreakerPolicy) => state !== CircuitState.Closed;
    const { sender, templates, voice_notes, unknown } = this.#circuits;
    return {
      messages: isOpen(sender) || isOpen(unknown),
      templates: isOpen(templates),
      voice_notes: isOpen(voice_notes),
    };
  }
}
