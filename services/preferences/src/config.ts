import { baseEnv, kafkaEnv, mongoEnv } from "@matinale/kit";
import { z } from "zod";

export const schema = z.object({ ...baseEnv, ...mongoEnv, ...kafkaEnv });
export type Config = z.infer<typeof schema>;
