import type { Logger } from "@matinale/kit";
import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  type IHalfOpenAfterBackoffContext,
  wrap,
} from "cockatiel";
import type { Answer, Message, RefusalKind } from "../domain/channel/whatsapp.ts";

/** Refusals that concern our number, not one message. */
const senderRefusals = [
  "sender",
  "templates",
  "voice_notes",
  "unknown",
] as const satisfies RefusalKind[];
export type SenderRefusal = (typeof senderRefusals)[number];

export const concernsOurNumber = (kind: RefusalKind | undefined): kind is SenderRefusal =>
  senderRefusals.some((refusal) => refusal === kind);

/** Why a circuit is open: a refusal, or the lost answers of calls for several recipients. */
type Problem = SenderRefusal | "uncertain";

/** No call was made: the provider accepts no message of this form from our number for now. */
export class SenderUnavailable extends Error {
  constructor() {
    super("the provider accepts no message of this form from our number for now");
  }
}

/** A call that opens a circuit, or keeps it open. */
class CallFailed extends Error {
  readonly answer: Answer | null;
  readonly problem: Problem | null;

  /** @param problem  null: a probe was not accepted, for a reason that concerns its message only */
  constructor(answer: Answer | null, problem: Problem | null) {
    super(problem === null ? "a probe was not accepted" : wordsFor(problem, answer));
    this.answer = answer;
    this.problem = problem;
  }
}

const isUncertain = (error: unknown): boolean =>
  error instanceof CallFailed && error.answer?.outcome === "uncertain";

function wordsFor(problem: Problem, answer: Answer | null): string {
  if (answer?.outcome !== "refused") return "calls for several recipients in a row got no answer";
  const { code, reason } = answer;
  const words = reason === undefined ? "" : `: ${reason}`;
  return `the provider refuses this sender: ${problem}, code ${code}${words}`;
}

/** Recipients in a row with an unknown code that open the circuit. Any other refusal of our number opens it at once. */
const unknownInARow = 3;
/** Recipients in a row whose calls got no answer that open the circuit: single calls time out on every day. */
const uncertainInARow = 5;
/** A call without an answer counts for this long. Milliseconds. */
const uncertainForMs = 5 * 60_000;
/** Of the health checks that fail, every fourth counts as passed: the check itself may be what fails. */
const ignoredCheck = 4;

/** The circuits of each form, besides those of all messages. */
const circuitsOfForm: Record<Message["form"], readonly Problem[]> = {
  text: [],
  voice: ["voice_notes"],
  template: ["templates"],
};

/**
 * Circuit breakers of the sender, one for each problem. While one is open, the messages that pass it wait. From time to
 * time one of them is a probe; the circuit closes when the provider accepts it.
 */
export class SenderCircuits {
  readonly probeEveryMs: number;
  readonly #circuits: Record<Problem, CircuitBreakerPolicy>;
  readonly #isHealthy: () => Promise<boolean>;
  /**
   * Recipients in a row whose messages got an unknown code: it may concern a single one of them only. Answers and
   * statuses apart: a call may be accepted, and its message fail by a status, for every recipient.
   */
  readonly #unknown = { at_once: new Set<string>(), by_status: new Set<string>() };
  /** Recipients in a row whose calls got no answer, with the time of the last one by the monotonic clock. */
  readonly #unanswered = new Map<string, number>();
  #failedChecks = 0;

  /** @param options.isHealthy  the health check of the provider, which must pass before each probe */
  constructor(options: {
    probeEveryMs: number;
    isHealthy: () => Promise<boolean>;
    logger: Logger;
  }) {
    const { probeEveryMs, isHealthy, logger } = options;
    this.probeEveryMs = probeEveryMs;
    // A probe without an answer may be a lost message: the interval doubles, up to eightfold.
    const doubling = new DelegateBackoff<IHalfOpenAfterBackoffContext, number>(
      ({ result }, last = probeEveryMs / 2) => {
        const mayBeLost = "error" in result && isUncertain(result.error);
        const delay = mayBeLost ? Math.min(2 * last, 8 * probeEveryMs) : last;
        return { delay, state: delay };
      },
    );
    const circuitFor = (problem: Problem, halfOpenAfter: number | typeof doubling) => {
      // Any error of a probe keeps the circuit open: the message may have been stopped by another circuit.
      const isFailure = (error: unknown) =>
        circuit.state === CircuitState.HalfOpen ||
        (error instanceof CallFailed && error.problem === problem);
      const circuit: CircuitBreakerPolicy = circuitBreaker(handleWhen(isFailure), {
        halfOpenAfter,
        breaker: new ConsecutiveBreaker(1),
      });
      circuit.onBreak((reason) => {
        if (!("error" in reason)) return;
        logger.error(
          { err: reason.error, problem },
          "provider does not accept our messages, sending stopped",
        );
      });
      circuit.onReset(() =>
        logger.info({ problem }, "provider accepts messages again, sending resumed"),
      );
      return circuit;
    };
    this.#isHealthy = isHealthy;
    this.#circuits = {
      sender: circuitFor("sender", probeEveryMs),
      templates: circuitFor("templates", probeEveryMs),
      voice_notes: circuitFor("voice_notes", probeEveryMs),
      unknown: circuitFor("unknown", probeEveryMs),
      uncertain: circuitFor("uncertain", doubling),
    };
  }

  /**
   * Makes the call that sends a message, unless a circuit that the message passes is open.
   *
   * @param recipient  id of the subscriber, not the number
   * @param call       returns null when it was not made; `isStopped` tells whether a circuit has opened meanwhile
   * @throws SenderUnavailable without a call
   */
  async run(
    form: Message["form"],
    recipient: string,
    call: (isStopped: () => boolean) => Promise<Answer | null>,
  ): Promise<Answer | null> {
    const passed = [...circuitsOfForm[form], "uncertain", "unknown", "sender"] as const;
    const circuits = passed.map((problem) => this.#circuits[problem]);
    try {
      return await wrap(...circuits).execute(async () => {
        const isProbe = circuits.some(({ state }) => state === CircuitState.HalfOpen);
        if (isProbe && !(await this.#mayProbe())) throw new SenderUnavailable();
        const isStopped = () =>
          !isProbe && circuits.some(({ state }) => state !== CircuitState.Closed);
        const answer = await call(isStopped);
        const problem = answer === null ? null : this.#problemOf(answer, recipient);
        const keepsOpen = isProbe && answer?.outcome !== "accepted";
        if (problem !== null || keepsOpen) throw new CallFailed(answer, problem);
        return answer;
      });
    } catch (error) {
      if (error instanceof CallFailed) return error.answer;
      if (error instanceof BrokenCircuitError) throw new SenderUnavailable();
      throw error;
    }
  }

  async #mayProbe(): Promise<boolean> {
    if (await this.#isHealthy()) return true;
    this.#failedChecks += 1;
    return this.#failedChecks % ignoredCheck === 0;
  }

  /** The circuit that an answer opens; null when it concerns one message, or too few recipients. */
  #problemOf(answer: Answer, recipient: string): Problem | null {
    switch (answer.outcome) {
      case "accepted":
        this.#unknown.at_once.clear();
        this.#unanswered.clear();
        return null;
      case "uncertain":
        return this.#addUnanswered(recipient) >= uncertainInARow ? "uncertain" : null;
      case "refused":
        if (answer.action !== "retry" && answer.action !== "throttled") this.answered();
        if (answer.action === "unknown") this.#addUnknown("at_once", recipient);
        return this.#concernsAll(answer.action) ? answer.action : null;
    }
  }

  /** @returns how many recipients there are now */
  #addUnanswered(recipient: string): number {
    const now = performance.now();
    this.#unanswered.set(recipient, now);
    for (const [each, at] of this.#unanswered) {
      if (now - at > uncertainForMs) this.#unanswered.delete(each);
    }
    return this.#unanswered.size;
  }

  #addUnknown(reported: "at_once" | "by_status", recipient: string): void {
    if (!this.#areManyUnknown()) this.#unknown[reported].add(recipient);
  }

  #areManyUnknown(): boolean {
    const { at_once, by_status } = this.#unknown;
    return new Set([...at_once, ...by_status]).size >= unknownInARow;
  }

  #concernsAll(kind: RefusalKind): kind is SenderRefusal {
    return concernsOurNumber(kind) && (kind !== "unknown" || this.#areManyUnknown());
  }

  /** The provider handles calls: it has refused a message, or a status shows that it accepted one whose answer was lost. */
  answered(): void {
    this.#unanswered.clear();
    const { uncertain } = this.#circuits;
    // cockatiel has no method that closes a circuit
    if (uncertain.state !== CircuitState.Closed) uncertain.isolate().dispose();
  }

  /** A status reports that a message was delivered. */
  delivered(): void {
    this.#unknown.by_status.clear();
  }

  /**
   * For refusals that a status reports, after the message was accepted.
   *
   * @param recipient  id of the subscriber, not the number; null when the message is of no known delivery
   */
  refused(kind: SenderRefusal, code: number, recipient: string | null): void {
    if (kind === "unknown" && recipient !== null) this.#addUnknown("by_status", recipient);
    if (!this.#concernsAll(kind)) return;
    const failed = new CallFailed({ outcome: "refused", action: kind, code }, kind);
    void this.#circuits[kind].execute(() => Promise.reject(failed)).catch(() => undefined);
  }

  /** What the provider does not accept from our number. */
  get stopped(): Record<"messages" | "templates" | "voice_notes", boolean> {
    const isOpen = (...problems: Problem[]) =>
      problems.some((problem) => this.#circuits[problem].state !== CircuitState.Closed);
    return {
      messages: isOpen("sender", "unknown", "uncertain"),
      templates: isOpen("templates"),
      voice_notes: isOpen("voice_notes"),
    };
  }
}
