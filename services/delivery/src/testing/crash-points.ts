import { type Delivery, type Form, rank } from "../domain/delivery/delivery.ts";
import { isOver } from "../domain/delivery/transitions.ts";
import type { Ports } from "../service.ts";
import type { DeliveryStore } from "../store/deliveries.ts";

type Call = (...args: never[]) => Promise<unknown>;
type MethodOf<Port> = {
  [Name in keyof Port]: Port[Name] extends Call ? Name : never;
}[keyof Port];
type Method<Name extends keyof Ports, Of extends MethodOf<Ports[Name]>> = Extract<
  Ports[Name][Of],
  Call
>;

/** The moment just before or after a call of a port, at which a test kills or freezes the process. */
export interface Moment {
  when: "before" | "after";
  port: keyof Ports;
  method: string;
  /** Whether a call is the one that the point means. */
  matches: (args: never, result: never) => boolean;
}

const before = <Name extends keyof Ports, Of extends MethodOf<Ports[Name]> & string>(
  port: Name,
  method: Of,
  matches: (args: Parameters<Method<Name, Of>>) => boolean = () => true,
): Moment => ({ when: "before", port, method, matches });

const after = <Name extends keyof Ports, Of extends MethodOf<Ports[Name]> & string>(
  port: Name,
  method: Of,
  matches: (
    args: Parameters<Method<Name, Of>>,
    result: Awaited<ReturnType<Method<Name, Of>>>,
  ) => boolean = () => true,
): Moment => ({ when: "after", port, method, matches });

const hasItems = ([items]: readonly unknown[]): boolean => Array.isArray(items) && items.length > 0;
const claimsSome = (_args: unknown, claimed: readonly unknown[]): boolean => claimed.length > 0;

/** Writes of this transition. Transitions are pure: the store decides again after a conflict. */
const writing =
  (isWanted: (from: Delivery, to: Delivery) => boolean) =>
  ([current, decide]: Parameters<DeliveryStore["apply"]>): boolean => {
    const change = decide(current);
    return change !== null && isWanted(current, change.next);
  };
const written =
  (isWanted: (from: Delivery, to: Delivery) => boolean) =>
  (args: Parameters<DeliveryStore["apply"]>, result: Delivery | null): boolean =>
    result !== null && writing(isWanted)(args);

const startsSending = (form: Form) => (from: Delivery, to: Delivery) =>
  Object.entries(to.parts).some(
    ([id, part]) =>
      part.form === form &&
      part.rank === rank.sending &&
      (from.parts[id]?.rank ?? rank.waiting) === rank.waiting,
  );
const requeues = (from: Delivery, to: Delivery) =>
  Object.entries(to.parts).some(
    ([id, part]) => part.rank === rank.waiting && from.parts[id]?.rank === rank.sending,
  );
const takesComposition = (from: Delivery, to: Delivery) =>
  from.phase === "composing" && to.phase === "ready";
const releases = (from: Delivery, to: Delivery) =>
  from.releasedAt === undefined && to.releasedAt !== undefined;
const ends = (from: Delivery, to: Delivery) => !isOver(from.phase) && isOver(to.phase);

const sending = <Name extends Form>(form: Name) =>
  ({
    [`${form} permitted`]: before("deliveries", "apply", writing(startsSending(form))),
    [`${form} recorded`]: after("deliveries", "apply", written(startsSending(form))),
    [`${form} answered`]: after("whatsapp", "send", ([, message]) => message.form === form),
  }) as Record<`${Name} ${"permitted" | "recorded" | "answered"}`, Moment>;

/**
 * Points between two effects of a delivery, in order. A process that crashes or freezes at one of them
 * leaves another state behind than at any other; the tests stop a process at each.
 */
export const crashPoints = {
  // planning
  "slot claimed": after("subscribers", "claimDue", claimsSome),
  "slot planned": after("deliveries", "insert", hasItems),
  "slot advanced": after("subscribers", "saveSettings", hasItems),
  "digest requested": after("bus", "publish"),
  // composing
  "uploads requested": after("uploads", "request", hasItems),
  "digest composed": after("deliveries", "apply", written(takesComposition)),
  // uploading
  "upload claimed": after("uploads", "claimBy", claimsSome),
  "voice note fetched": before("whatsapp", "uploadMedia"),
  "voice note uploaded": after(
    "whatsapp",
    "uploadMedia",
    (_, { outcome }) => outcome === "uploaded",
  ),
  "upload stored": after("uploads", "markUploaded"),
  // the delivery around its calls
  "delivery claimed": after("deliveries", "claimDue", claimsSome),
  "call requeued": after("deliveries", "apply", written(requeues)),
  "news cursor advanced": after("subscribers", "advanceNewsCursor"),
  "delivery ended": after("deliveries", "apply", written(ends)),
  // each call
  ...sending("text"),
  ...sending("voice"),
  ...sending("template"),
  // messages of a phone
  "webhook stored": after("webhookEvents", "add"),
  "webhooks claimed": after("webhookEvents", "claimFirst", claimsSome),
  "window opened": after("subscribers", "openWindows", hasItems),
  "digest released": after("deliveries", "apply", written(releases)),
  // statuses
  "statuses kept": after("webhookEvents", "keepUnmatched"),
  "statuses applied": before("webhookEvents", "remove", hasItems),
  "webhooks removed": after("webhookEvents", "remove", hasItems),
} satisfies Record<string, Moment>;

export type CrashPoint = keyof typeof crashPoints;

/** The points that a suite stops a process at: all of its points with CRASH_POINTS=all, else these six. */
export const chosenPoints = <Point extends CrashPoint>(
  every: readonly Point[],
  ...six: Point[]
): readonly Point[] => (process.env["CRASH_POINTS"] === "all" ? every : six);

/** Wraps the method of one port: the first call that matches runs `stop` just before or after itself. */
export function stopAt(
  { when, port, method, matches }: Moment,
  ports: Ports,
  stop: () => void,
): void {
  // the ports have different types, and a moment names the method by its key
  const wrapped = ports[port] as unknown as Record<
    string,
    (...args: unknown[]) => Promise<unknown>
  >;
  const call = wrapped[method]?.bind(wrapped);
  if (call === undefined) throw new Error(`${port} has no method ${method}`);
  const isWanted = matches as (args: unknown[], result?: unknown) => boolean;
  let stopped = false;
  const stopOnce = (isNow: boolean): void => {
    if (stopped || !isNow) return;
    stopped = true;
    stop();
  };
  wrapped[method] = async (...args) => {
    stopOnce(when === "before" && isWanted(args));
    const result = await call(...args);
    stopOnce(when === "after" && isWanted(args, result));
    return result;
  };
}
