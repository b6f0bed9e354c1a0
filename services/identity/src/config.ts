import { baseEnv, kafkaEnv, mongoEnv } from "@matinale/kit";
import { z } from "zod";

export const schema = z.object({
  ...baseEnv,
  ...mongoEnv,
  ...kafkaEnv,
  PASSWORD_HASHES_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(4)
    .default(2)
    .describe(
      "Argon2id computations at the same time; each takes 19 MiB and one of UV_THREADPOOL_SIZE (4) threads, of which pictures take one more",
    ),
  PASSWORD_HASHES_WAITING: z.coerce
    .number()
    .int()
    .min(0)
    .default(100)
    .describe("Sign-ups and log-ins that may wait for a hash; the next ones are answered 503"),
});
