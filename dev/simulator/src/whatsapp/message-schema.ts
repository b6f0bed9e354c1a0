import { z } from "zod";
import { GraphError } from "./graph-error.ts";

/** A text of 1 to `max` characters. */
const words = (max: number) => z.string().min(1).max(max);

const text = z.strictObject({ body: words(4096), preview_url: z.boolean().optional() });

const audio = z.strictObject({ id: z.string().regex(/^\d+$/), voice: z.boolean().optional() });

const template = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  // Meta's reference of messages requires the policy and allows no other.
  language: z.strictObject({ code: z.string().min(2), policy: z.literal("deterministic") }),
  components: z
    .array(
      z.strictObject({
        type: z.enum(["body", "button"]),
        sub_type: z.enum(["quick_reply", "url"]).optional(),
        index: z.union([z.string().regex(/^\d$/), z.int().min(0).max(9)]).optional(),
        parameters: z
          .array(
            z.union([
              z.strictObject({ type: z.literal("text"), text: words(1024) }),
              z.strictObject({ type: z.literal("payload"), payload: words(256) }),
            ]),
          )
          .optional(),
      }),
    )
    .default([]),
});
export type Template = z.infer<typeof template>;

const button = z.strictObject({
  type: z.literal("reply"),
  reply: z.strictObject({ id: words(256), title: words(20) }),
});

const interactive = z.strictObject({
  type: z.literal("button"),
  body: z.strictObject({ text: words(1024) }),
  action: z.strictObject({ buttons: z.array(button).min(1).max(3) }),
});

const envelope = {
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual").optional(),
  to: z
    .string()
    .transform((value) => value.replace(/[\s()+-]/g, ""))
    .pipe(z.string().regex(/^[1-9]\d{6,14}$/))
    .optional(),
  /** The user id of a person who hides the number. `to` wins over it. */
  recipient: z
    .string()
    .regex(/^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/)
    .optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
};

/** What the product sends; the provider accepts more. */
const message = z.discriminatedUnion("type", [
  z.strictObject({ ...envelope, type: z.literal("text"), text }),
  z.strictObject({ ...envelope, type: z.literal("audio"), audio }),
  z.strictObject({ ...envelope, type: z.literal("template"), template }),
  z.strictObject({ ...envelope, type: z.literal("interactive"), interactive }),
]);
export type MessageRequest = z.infer<typeof message>;

const field = z.string().optional().catch(undefined);
/** The addressee and the type as they are given, also those of a body that is refused. */
export const given = z.object({ to: field, recipient: field, type: field }).catch({});

/** @throws GraphError  100, 131008, 131009 or 131051, as the provider */
export function readMessage(body: unknown): MessageRequest {
  const typed = typeof body === "object" ? { type: "text", ...body } : {};
  const parsed = message.safeParse(typed, { reportInput: true });
  if (parsed.success) {
    if (parsed.data.to !== undefined || parsed.data.recipient !== undefined) return parsed.data;
    throw new GraphError(131008, "The parameter to or recipient is required.");
  }
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".") || "$";
  if (path === "messaging_product") {
    throw new GraphError(100, "The parameter messaging_product is required and must be whatsapp.");
  }
  if (path === "type") throw new GraphError(131051, "This message type is not supported.");
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
