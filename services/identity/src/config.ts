import { availableParallelism } from "node:os";
import { baseEnv, hasOwnTrialSecret, kafkaEnv, mongoEnv, trialEnv } from "@matinale/kit";
import { z } from "zod";

const variables = z.object({
  ...baseEnv,
  ...mongoEnv,
  ...kafkaEnv,
  ...trialEnv,
  PASSWORD_HASHES_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(4)
    .default(Math.min(4, Math.max(1, availableParallelism() - 1)))
    .describe(
      "Argon2id computations at the same time. Each takes 19 MiB and one of UV_THREADPOOL_SIZE (4) threads. Pictures take one more thread",
    ),
  PASSWORD_HASHES_WAITING: z.coerce
    .number()
    .int()
    .min(0)
    .default(100)
    .describe("Sign-ups and log-ins that may wait for a hash; beyond it identity answers 503"),
});

export const schema = variables.refine(hasOwnTrialSecret.test, hasOwnTrialSecret.otherwise);
export type Config = z.infer<typeof schema>;
