import { z } from "zod";
import { GraphError } from "./graph-error.ts";

const id = z.string().min(1).max(256);

const text = z.strictObject({
  body: z.string().min(1).max(4096),
  preview_url: z.boolean().optional(),
});

const audio = z.strictObject({ id: z.string().regex(/^\d+$/), voice: z.boolean().optional() });

const templateParameter = z.union([
  z.strictObject({
    type: z.literal("text"),
    text: z.string().min(1).max(1024),
    parameter_name: z.string().optional(),
  }),
  z.strictObject({ type: z.literal("payload"), payload: z.string().min(1).max(256) }),
]);

const template = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.strictObject({
    code: z.string().min(2),
    policy: z.literal("deterministic").optional(),
  }),
  components: z
    .array(
      z.strictObject({
        type: z.enum(["header", "body", "button"]),
        sub_type: z.enum(["quick_reply", "url"]).optional(),
        index: z.union([z.string().regex(/^\d$/), z.int().min(0).max(9)]).optional(),
        parameters: z.array(templateParameter).optional(),
      }),
    )
    .optional(),
});
export type Template = z.infer<typeof template>;

const interactiveText = (max: number) => z.strictObject({ text: z.string().min(1).max(max) });
const interactiveFrame = {
  header: z.strictObject({ type: z.literal("text"), text: z.string().min(1).max(60) }).optional(),
  footer: interactiveText(60).optional(),
};

const interactive = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("button"),
    ...interactiveFrame,
    body: interactiveText(1024),
    action: z.strictObject({
      buttons: z
        .array(
          z.strictObject({
            type: z.literal("reply"),
            reply: z.strictObject({ id, title: z.string().min(1).max(20) }),
          }),
        )
        .min(1)
        .max(3),
    }),
  }),
  z.strictObject({
    type: z.literal("list"),
    ...interactiveFrame,
    body: interactiveText(4096),
    action: z.strictObject({
      button: z.string().min(1).max(20),
      sections: z
        .array(
          z.strictObject({
            title: z.string().max(24).optional(),
            rows: z
              .array(
                z.strictObject({
                  id: id.max(200),
                  title: z.string().min(1).max(24),
                  description: z.string().max(72).optional(),
                }),
              )
              .min(1)
              .max(10),
          }),
        )
        .min(1)
        .max(10),
    }),
  }),
]);

const envelope = {
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual").optional(),
  to: z
    .string()
    .transform((value) => value.replace(/[\s()+-]/g, ""))
    .pipe(z.string().regex(/^[1-9]\d{6,14}$/)),
  context: z.strictObject({ message_id: z.string().min(1) }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
};

const bodies = {
  text: z.strictObject({ ...envelope, type: z.literal("text").optional(), text }),
  audio: z.strictObject({ ...envelope, type: z.literal("audio"), audio }),
  template: z.strictObject({ ...envelope, type: z.literal("template"), template }),
  interactive: z.strictObject({ ...envelope, type: z.literal("interactive"), interactive }),
};

export type MessageRequest =
  | ({ type: "text" } & Pick<
      z.infer<typeof bodies.text>,
      "to" | "text" | "biz_opaque_callback_data"
    >)
  | z.infer<typeof bodies.audio>
  | z.infer<typeof bodies.template>
  | z.infer<typeof bodies.interactive>;

const isType = (type: unknown): type is keyof typeof bodies =>
  typeof type === "string" && Object.hasOwn(bodies, type);

/** @throws GraphError  100, 131008, 131009 or 131051, as the provider */
export function readMessage(body: unknown): MessageRequest {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new GraphError(100, "The request body must be a JSON object.");
  }
  const given: { messaging_product?: unknown; type?: unknown } = body;
  if (given.messaging_product !== "whatsapp") {
    throw new GraphError(100, "The parameter messaging_product is required and must be whatsapp.");
  }
  const type = given.type ?? "text";
  if (!isType(type)) {
    throw new GraphError(131051, `Message type ${JSON.stringify(type)} is not supported.`);
  }
  switch (type) {
    case "text":
      return { ...parse(bodies.text, body), type };
    case "audio":
      return parse(bodies.audio, body);
    case "template":
      return parse(bodies.template, body);
    case "interactive":
      return parse(bodies.interactive, body);
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.join(".") || "$";
  if (issue?.code === "unrecognized_keys") {
    throw new GraphError(100, `Unexpected key "${issue.keys.join('", "')}" on param "${path}".`);
  }
  if (issue !== undefined && issue.input === undefined && issue.code !== "invalid_union") {
    throw new GraphError(131008, `The parameter ${path} is required.`);
  }
  if (issue?.code === "too_big" && issue.origin === "string") {
    throw new GraphError(100, `Param ${path} must be at most ${issue.maximum} characters long.`);
  }
  throw new GraphError(131009, `Parameter ${path}: ${issue?.message ?? "not valid"}.`);
}
