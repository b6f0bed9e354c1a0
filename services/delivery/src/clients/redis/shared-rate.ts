import { setTimeout as pause } from "node:timers/promises";
import { counter, type Logger } from "@matinale/kit";
import { connectRedis } from "@matinale/kit/redis";
import type { Redis } from "ioredis";
import {
  type MessageRate,
  ofRecipient,
  pacer,
  type Permit,
  safetyFactor,
  throttledPauseMs,
} from "../../domain/rate/rate.ts";
import { batched } from "../../store/batched.ts";

const fallbacks = counter("delivery_rate_fallback_total");
const throttlings = counter("delivery_rate_throttled_total");

/** An instant further ahead was stored before the clock of Redis was set back: no call waits for it. Milliseconds. */
const aheadMs = 600_000;

const readClock = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local function instant(stored)
  local at = tonumber(stored or '0')
  if at > now + ${aheadMs} then return now end
  return at
end`;

const readQueue = `${readClock}
local free = instant(redis.call('GET', KEYS[1]))`;

const writeQueue = `
redis.call('SET', KEYS[1], string.format('%.3f', free), 'PX', ${aheadMs})`;

/**
 * GCRA. KEYS: the queue, then each recipient. ARGV: milliseconds between two messages, between two messages to
 * one recipient, burst of one recipient; then for each recipient the earliest useful start of the call, in milliseconds
 * from now. Returns for each recipient the milliseconds to wait; negative when the limit of this recipient is reached.
 */
const reserveScript = `${readQueue}
local spacing = tonumber(ARGV[2])
local ahead = (tonumber(ARGV[3]) - 1) * spacing
local answers = {}
for i = 2, #KEYS do
  local owed = math.max(instant(redis.call('GET', KEYS[i])), now)
  local excess = owed - now - ahead
  if excess > 0 then
    answers[i - 1] = tostring(-math.ceil(excess))
  else
    redis.call('SET', KEYS[i], string.format('%.3f', owed + spacing), 'PX', math.ceil(owed - now + spacing))
    free = math.max(free, now + tonumber(ARGV[2 + i]))
    answers[i - 1] = string.format('%.3f', free - now)
    free = free + tonumber(ARGV[1])
  end
end${writeQueue}
return answers`;

const throttledScript = `${readQueue}
free = math.max(free, now + ${throttledPauseMs})${writeQueue}`;

/**
 * A log of the last calls, newest first. KEYS: the queue, the log. ARGV: most calls within the window, the window in milliseconds;
 * then for each call that waits to start the instant to take out of the log, or an empty string. Such an instant has
 * passed without a call: the queue moves on by as much, or calls would wait ever longer here. Returns the time of
 * Redis, then for each call the instant at which it may start. All in milliseconds.
 */
const beforeCallScript = `${readQueue}
local most = tonumber(ARGV[1])
local window = tonumber(ARGV[2])
local answers = { string.format('%.3f', now) }
local unused = 0
for i = 3, #ARGV do
  if ARGV[i] ~= '' then
    redis.call('LREM', KEYS[2], 1, ARGV[i])
    unused = unused + 1
  end
end
if unused > 0 then
  free = math.max(free, now) + unused * window / most${writeQueue}
end
for i = 3, #ARGV do
  local latest = instant(redis.call('LINDEX', KEYS[2], 0))
  local first = instant(redis.call('LINDEX', KEYS[2], most - 1))
  local at = string.format('%.3f', math.max(now, latest, first + window))
  redis.call('LPUSH', KEYS[2], at)
  redis.call('LTRIM', KEYS[2], 0, most - 1)
  answers[i - 1] = at
end
redis.call('PEXPIRE', KEYS[2], 60000)
return answers`;

/** A call that would start this much after its instant in the log gets another one. Milliseconds. */
const lateMs = 30;
/** How often a call gets another instant: a busy process still sends. */
const mostInstants = 3;

interface Scripts {
  reserve(keys: number, ...args: (string | number)[]): Promise<string[]>;
  beforeCall(
    keys: number,
    queue: string,
    log: string,
    ...args: (string | number)[]
  ): Promise<string[]>;
  throttled(keys: number, queue: string): Promise<void>;
}

/**
 * One rate for all replicas that send from the same number: a script in Redis reserves calls in a queue,
 * many at once (`bench/spike`). While Redis is unavailable, each replica uses half of the rate alone. If that is too
 * much, the provider throttles and the replicas pause.
 */
export function sharedRate(options: {
  redis: Redis & Scripts;
  number: string;
  perSecond: number;
}): MessageRate & { close(): Promise<void> } {
  const { redis, perSecond, number } = options;
  const clock = () => performance.now();
  const alone = pacer((perSecond * safetyFactor) / 2, clock);
  // Braces are a hash tag: in a cluster all keys of a script must be in one slot.
  const prefix = `{delivery:rate:${number}}`;
  const queue = `${prefix}:free`;
  const callLog = `${prefix}:calls`;

  const reserveMany = async (
    wanted: readonly { recipient: string; inMs: number }[],
  ): Promise<Permit[]> => {
    const keys = [queue, ...wanted.map(({ recipient }) => `${prefix}:${recipient}`)];
    const spacingMs = 1_000 / (perSecond * safetyFactor);
    const limits = [spacingMs, ofRecipient.spacingMs, ofRecipient.burst];
    const soonest = wanted.map(({ inMs }) => inMs);
    try {
      const answers = await redis.reserve(keys.length, ...keys, ...limits, ...soonest);
      return answers.map(Number).map(permitOf);
    } catch {
      // the connection logs that it is lost; `dependency_up` shows that Redis is slow
      fallbacks.inc(wanted.length);
      return soonest.map((inMs) => ({ afterMs: Math.max(inMs, alone.reserve()) }));
    }
  };
  const reserve = batched(reserveMany, 1);
  /** @returns where each call is in the log, as Redis keeps it; null while Redis is unavailable */
  const enterLog = batched(async (instants: readonly string[]) => {
    const window = [Math.ceil(perSecond), 1_000 / safetyFactor];
    try {
      const [now, ...entered] = await redis.beforeCall(2, queue, callLog, ...window, ...instants);
      return entered.map((instant) => ({ instant, waitMs: Number(instant) - Number(now) }));
    } catch {
      // calls at half of the rate are far enough apart
      return instants.map(() => null);
    }
  }, 1);

  return {
    perSecond,
    reserve: (recipient, inMs = 0) => reserve({ recipient, inMs }),
    beforeCall: async (isWanted = async () => true) => {
      let instant = "";
      for (let times = 0; times < mostInstants; times += 1) {
        const askedAt = clock();
        const logged = await enterLog(instant);
        if (logged === null) return isWanted();
        if (logged.waitMs > 0) await pause(Math.ceil(logged.waitMs));
        if (!(await isWanted())) return false;
        if (clock() - askedAt - logged.waitMs <= lateMs) return true;
        // this process was busy or the answer slow, and the log must show the call when it starts
        instant = logged.instant;
      }
      return true;
    },
    throttled: async () => {
      throttlings.inc();
      alone.pause(throttledPauseMs);
      await redis.throttled(1, queue).catch(() => undefined);
    },
    close: async () => redis.disconnect(),
  };
}

const permitOf = (answer: number): Permit =>
  answer < 0 ? { tooMuchForMs: -answer } : { afterMs: answer };

/** Commands fail fast: a message that waits for Redis is later than one sent by the local rate. */
export const connectRate = (url: string, logger: Logger): Redis & Scripts =>
  connectRedis(url, logger, {
    commandTimeout: 250,
    scripts: {
      reserve: { lua: reserveScript },
      beforeCall: { lua: beforeCallScript },
      throttled: { lua: throttledScript },
    },
  }) as Redis & Scripts;
