import { counter } from "@matinale/kit";
import type { Reached } from "../domain/crash-points.ts";
import type { Inbound } from "../domain/inbound.ts";
import { commandOf, tappedDelivery } from "../domain/keywords.ts";
import { digitsOf } from "../domain/phone.ts";
import { released } from "../domain/progress.ts";
import { type Channel, type Subscriber, windowMs } from "../domain/subscriber.ts";
import { answer, type AnswerDeps, nudgeUnknown, say } from "./answer-words.ts";
import { connectByCode, type CodeDeps } from "./connect-by-code.ts";

const heard = counter("delivery_inbound_total");

export type HearDeps = AnswerDeps &
  CodeDeps & {
    reached?: Reached;
    /** People whose number belongs to no account have said something. */
    onStrangers: (messages: readonly Inbound[]) => void;
  };

/** What people write or tap: it opens their window, may be a keyword, may release a digest. */
export async function hear(messages: readonly Inbound[], deps: HearDeps): Promise<void> {
  if (messages.length === 0) return;
  const inOrder = messages.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  // A code makes a stranger known: before anybody is looked up.
  const taken = await connectByCode(inOrder, deps);
  const byNumber = await known(inOrder, deps);
  const from = inOrder.flatMap((message) => {
    const subscriber = byNumber.get(message.from);
    return subscriber === undefined ? [] : { message, subscriber };
  });
  const strangers = inOrder.filter((message) => !byNumber.has(message.from));
  heard.inc({ kind: "stranger" }, strangers.length);
  if (strangers.length > 0) deps.onStrangers(strangers);
  await deps.subscribers.openWindows(
    from.map(({ message, subscriber }) => ({
      id: subscriber._id,
      until: new Date(message.at.getTime() + windowMs),
    })),
  );
  deps.reached?.("window opened");
  for (const { message, subscriber } of from) {
    if (taken.has(message.id)) {
      heard.inc({ kind: "taken" });
      await say("number_taken", message, subscriber, deps);
    } else {
      await one(message, subscriber, deps);
    }
  }
}

/** Those who have written, by the number they did it from: their own first, then what the provider calls it. */
export async function known(
  messages: readonly Pick<Inbound, "from">[],
  { subscribers }: Pick<HearDeps, "subscribers">,
): Promise<Map<string, Subscriber>> {
  const found = await subscribers.byNumbers([...new Set(messages.map(({ from }) => from))]);
  const by = (name: (channel: Channel) => string | undefined) =>
    found.flatMap((subscriber) => {
      const called = subscriber.channel && name(subscriber.channel);
      return called === undefined ? [] : [[called, subscriber] as const];
    });
  return new Map([...by(({ waId }) => waId), ...by(({ phone }) => digitsOf(phone))]);
}

async function one(message: Inbound, subscriber: Subscriber, deps: HearDeps): Promise<void> {
  const delivery = message.tap === undefined ? null : tappedDelivery(message.tap);
  if (delivery !== null) {
    heard.inc({ kind: "tap" });
    return release(delivery, subscriber, deps);
  }
  const command = commandOf(message.tap ?? message.text);
  heard.inc({ kind: command?.name ?? "other" });
  if (command === null) return nudgeUnknown(message, subscriber, deps);
  await answer(command, message, subscriber, deps);
}

async function release(id: string, { _id }: Subscriber, deps: HearDeps): Promise<void> {
  const delivery = await deps.deliveries.find(id);
  if (delivery?.userId !== _id) return;
  await deps.deliveries.apply(delivery, released(deps.now()));
  deps.reached?.("digest released");
  deps.onWork();
}
