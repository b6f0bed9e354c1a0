import type { PlanId } from "@matinale/contracts";
import { baseEnv, kafkaEnv, mongoEnv } from "@matinale/kit";
import { z } from "zod";

const price = (plan: string) =>
  z
    .string()
    .regex(/^price_\w+$/, "must be the id of a Stripe price, price_…")
    .default(`price_${plan}`)
    .describe(`Stripe price of the ${plan} plan, a month`);

export const schema = z.object({
  ...baseEnv,
  ...mongoEnv,
  ...kafkaEnv,
  STRIPE_PRICE_ESSENTIAL: price("essential"),
  STRIPE_PRICE_PREMIUM: price("premium"),
  STRIPE_PRICE_PROFESSIONAL: price("professional"),
});

export const pricesOf = (config: z.infer<typeof schema>): Record<PlanId, string> => ({
  1: config.STRIPE_PRICE_ESSENTIAL,
  2: config.STRIPE_PRICE_PREMIUM,
  3: config.STRIPE_PRICE_PROFESSIONAL,
});
