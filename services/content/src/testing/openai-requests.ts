import { z } from "zod";

type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;

/**
 * The parts that we use of OpenAI's published API description (github.com/openai/openai-openapi, August 2026), as JSON
 * schemas: POST /audio/speech and POST /chat/completions. No other property is allowed, so that a request with a new one
 * needs a look at the description.
 */
const createSpeechRequest: JsonSchema = {
  type: "object",
  additionalProperties: false,
  required: ["model", "input", "voice"],
  properties: {
    model: { type: "string" },
    input: { type: "string", minLength: 1, maxLength: 4096 },
    instructions: { type: "string", maxLength: 4096 },
    voice: {
      type: "string",
      enum: "alloy ash ballad coral echo sage shimmer verse marin cedar fable onyx nova".split(" "),
    },
    response_format: { type: "string", enum: ["mp3", "opus", "aac", "flac", "wav", "pcm"] },
    speed: { type: "number", minimum: 0.25, maximum: 4 },
  },
};

const message: JsonSchema = {
  type: "object",
  additionalProperties: false,
  required: ["content", "role"],
  properties: {
    role: { type: "string", enum: ["developer", "system", "user", "assistant"] },
    content: { type: "string" },
  },
};

/** With `strict` a schema must name all its properties as required and allow no others. */
const strictSchema: JsonSchema = {
  type: "object",
  required: ["type", "properties", "required", "additionalProperties"],
  properties: {
    type: { const: "object" },
    properties: { type: "object" },
    required: { type: "array", items: { type: "string" } },
    additionalProperties: { const: false },
  },
};

const createChatCompletionRequest: JsonSchema = {
  type: "object",
  additionalProperties: false,
  required: ["model", "messages"],
  properties: {
    model: { type: "string" },
    messages: { type: "array", minItems: 1, items: message },
    max_completion_tokens: { type: "integer", minimum: 1 },
    reasoning_effort: {
      type: "string",
      enum: ["none", "minimal", "low", "medium", "high", "xhigh", "max"],
    },
    response_format: {
      type: "object",
      additionalProperties: false,
      required: ["type", "json_schema"],
      properties: {
        type: { const: "json_schema" },
        json_schema: {
          type: "object",
          additionalProperties: false,
          required: ["name"],
          properties: {
            name: { type: "string", pattern: "^[a-zA-Z0-9_-]{1,64}$" },
            strict: { type: "boolean" },
            schema: strictSchema,
          },
        },
      },
    },
    store: { type: "boolean" },
  },
};

export const speechRequest = z.fromJSONSchema(createSpeechRequest);
export const chatRequest = z.fromJSONSchema(createChatCompletionRequest);
