import { defaultVoice, languages, voices } from "@matinale/contracts";
import { z } from "zod";

const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

export const profileSchema = z.object({
  username: z.string(),
  email: z.string(),
  phone: optionalText,
  profilePicture: optionalText,
  voicePreference: z.enum(voices).default(defaultVoice),
  language: z.enum(languages),
  emailVerified: z.boolean().default(false),
  pendingEmail: optionalText,
  /** Not for the site: sessions of another password have ended. */
  passwordChangedAt: optionalText,
});
export type Profile = z.infer<typeof profileSchema>;

/** The parts of the other services; absent while a service does not know the person. */
export const partSchemas = {
  preferences: z.object({ language: z.enum(languages) }),
  billing: z.object({ stripeSubscriptionId: optionalText }),
  delivery: z.object({ whatsappConnected: z.boolean(), phone: optionalText }),
};
const partsSchema = z.object(partSchemas).partial();
export type Parts = z.infer<typeof partsSchema> | z.infer<typeof rememberedSchema>;
/** The parts as they are stored: without the phone number. */
export const rememberedSchema = partsSchema.extend({
  delivery: partSchemas.delivery.omit({ phone: true }).optional(),
});
export type PartName = keyof Parts;
export const partNames = ["preferences", "billing", "delivery"] as const satisfies PartName[];

/**
 * The signed-in person as the site sees them. Identity learns a chosen language later, and its phone is the one of the
 * sign-up; both are replaced by those of preferences and delivery. The phone is null when a connected person hides the
 * number on WhatsApp: the one of the sign-up may be another. Without mail no address can be verified.
 */
export const compose = (
  { passwordChangedAt: _passwordChangedAt, ...profile }: Profile,
  { preferences, billing, delivery }: Parts,
  { sendsMail }: { sendsMail: boolean },
) => ({
  ...profile,
  emailVerified: sendsMail ? profile.emailVerified : null,
  phone: delivery?.whatsappConnected && "phone" in delivery ? delivery.phone : profile.phone,
  language: preferences?.language ?? profile.language,
  stripeSubscriptionId: billing?.stripeSubscriptionId ?? null,
  whatsappConnected: delivery?.whatsappConnected ?? false,
});
