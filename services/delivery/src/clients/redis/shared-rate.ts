import { counter, type Logger } from "@matinale/kit";
import { Redis } from "ioredis";
import {
  doublingMs,
  safetyFactor,
  type MessageRate,
  localRate,
  type Permit,
  type RateRules,
  sameBurstMs,
  silenceMs,
} from "../../domain/rate/rate.ts";
import { batched } from "../../store/batched.ts";

const fallbacks = counter("delivery_rate_fallback_total");
const throttlings = counter("delivery_rate_throttled_total");

/** Computes the current `rate` from the hash at KEYS[1]; ARGV[1] is the full rate. */
const currentRate = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local state = redis.call('HMGET', KEYS[1], 'free', 'slow', 'slowAt')
local free = tonumber(state[1] or '0')
local rate = tonumber(ARGV[1])
if state[2] then
  rate = math.min(rate, tonumber(state[2]) * 2 ^ ((now - tonumber(state[3])) / ${doublingMs}))
end`;

/**
 * Returns for each recipient the milliseconds to wait; negative when the limit of this recipient is reached.
 * ARGV from the fourth on: for each recipient, the earliest useful place, in milliseconds from now.
 */
const reserveScript = `${currentRate}
local spacing = tonumber(ARGV[2])
local ahead = (tonumber(ARGV[3]) - 1) * spacing
local answers = {}
for i = 2, #KEYS do
  local owed = math.max(tonumber(redis.call('GET', KEYS[i]) or '0'), now)
  local excess = owed - now - ahead
  if excess > 0 then
    answers[i - 1] = tostring(-math.ceil(excess))
  else
    redis.call('SET', KEYS[i], string.format('%.3f', owed + spacing), 'PX', math.ceil(owed - now + spacing))
    free = math.max(free, now + tonumber(ARGV[2 + i]))
    answers[i - 1] = string.format('%.3f', free - now)
    free = free + 1000 / rate
  end
end
redis.call('HSET', KEYS[1], 'free', string.format('%.3f', free))
redis.call('PEXPIRE', KEYS[1], 600000)
return answers`;

const throttledScript = `${currentRate}
if state[3] and now - tonumber(state[3]) < ${sameBurstMs} then return 0 end
redis.call('HSET', KEYS[1], 'slow', tostring(math.max(1, rate / 2)), 'slowAt', string.format('%.3f', now),
  'free', string.format('%.3f', math.max(free, now + ${silenceMs})))
redis.call('PEXPIRE', KEYS[1], 600000)
return 1`;

interface Scripts {
  reserve(keys: number, ...args: (string | number)[]): Promise<string[]>;
  throttled(keys: number, ...args: (string | number)[]): Promise<number>;
}

/**
 * One rate for all replicas that send from the same number: a script in Redis gives out places in a queue,
 * many in one call. While Redis is unavailable, each replica uses half of the rate alone. If that is too
 * much, the provider throttles and the replicas slow down.
 *
 * @param options.number  the sending number, to which the rate belongs
 */
export function sharedRate(options: {
  redis: Redis & Scripts;
  number: string;
  rules: RateRules;
  logger: Logger;
}): MessageRate & { close(): Promise<void> } {
  const { redis, rules, logger, number } = options;
  const fallback = localRate({ ...rules, perSecond: rules.perSecond / 2 }, () => performance.now());
  // Braces are a hash tag: in a cluster all keys of a script must be in one slot.
  const queue = `{delivery:rate:${number}}`;
  const fullRate = rules.perSecond * safetyFactor;

  const reserveMany = async (wanted: { recipient: string; inMs: number }[]): Promise<Permit[]> => {
    const keys = wanted.map(({ recipient }) => `${queue}:${recipient}`);
    const { recipientSpacingMs, recipientBurst } = rules;
    try {
      const soonest = wanted.map(({ inMs }) => inMs);
      const args = [queue, ...keys, fullRate, recipientSpacingMs, recipientBurst, ...soonest];
      const answers = await redis.reserve(keys.length + 1, ...args);
      return answers.map(Number).map(permitOf);
    } catch (error) {
      logger.debug(
        { err: error },
        "reserving in the shared rate failed, using half of the rate locally",
      );
      fallbacks.inc(wanted.length);
      return Promise.all(wanted.map(({ recipient, inMs }) => fallback.reserve(recipient, inMs)));
    }
  };
  const reserve = batched(reserveMany, { afterMs: 1 });

  return {
    reserve: (recipient, inMs = 0) => reserve({ recipient, inMs }),
    throttled: async () => {
      throttlings.inc();
      await fallback.throttled();
      await redis
        .throttled(1, queue, fullRate)
        .catch((error: unknown) =>
          logger.debug({ err: error }, "recording a throttling in the shared rate failed"),
        );
    },
    close: async () => redis.disconnect(),
  };
}

const permitOf = (answer: number): Permit =>
  answer < 0 ? { tooMuchForMs: -answer } : { afterMs: answer };

/** Commands fail fast: a message that waits for Redis is later than one sent by the local rate. */
export function connectRate(url: string, logger: Logger): Redis & Scripts {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    commandTimeout: 250,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
    disableClientInfo: true,
    scripts: {
      reserve: { lua: reserveScript },
      throttled: { lua: throttledScript },
    },
  });
  let logged = false;
  redis.on("error", (error: unknown) => {
    if (!logged)
      logger.error({ err: error }, "redis unavailable, each replica uses half of the rate");
    logged = true;
  });
  redis.on("ready", () => {
    if (logged) logger.info("redis available again, rate shared across replicas");
    logged = false;
  });
  return redis as Redis & Scripts;
}
