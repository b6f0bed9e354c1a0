import { z } from "zod";

/**
 * The parts that we use of OpenAI's published API description (github.com/openai/openai-openapi, August 2026): POST
 * /audio/speech and POST /chat/completions. No other property is allowed, so that a request with a new one needs a look at
 * the description.
 */
export const speechRequest = z.strictObject({
  model: z.string(),
  input: z.string().min(1).max(4096),
  instructions: z.string().max(4096).optional(),
  voice: z.enum(
    "alloy ash ballad coral echo sage shimmer verse marin cedar fable onyx nova".split(" "),
  ),
  response_format: z.enum(["mp3", "opus", "aac", "flac", "wav", "pcm"]).optional(),
  speed: z.number().min(0.25).max(4).optional(),
});

const message = z.strictObject({
  content: z.string(),
  role: z.enum(["developer", "system", "user", "assistant"]),
});

/** With `strict` a schema must name all its properties as required and allow no others. */
const strictSchema = z.looseObject({
  type: z.literal("object"),
  properties: z.looseObject({}),
  required: z.array(z.string()),
  additionalProperties: z.literal(false),
});

export const chatRequest = z.strictObject({
  model: z.string(),
  messages: z.array(message).min(1),
  max_completion_tokens: z.int().min(1).optional(),
  reasoning_effort: z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"]).optional(),
  response_format: z
    .strictObject({
      type: z.literal("json_schema"),
      json_schema: z.strictObject({
        name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/u),
        strict: z.boolean().optional(),
        schema: strictSchema.optional(),
      }),
    })
    .optional(),
  store: z.boolean().optional(),
});
