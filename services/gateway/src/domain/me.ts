import { me } from "@matinale/contracts/api";
import { z } from "zod";

const { stripeSubscriptionId, whatsappConnected, phone, language, ...account } = me.shape;

/** Identity's part. */
export const profileSchema = z.object({
  ...account,
  phone,
  language,
  /** Not for the site: sessions of another password have ended. */
  passwordChangedAt: z.string().nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

/** The parts of the other services; absent while a service does not know the person. */
export const partSchemas = {
  preferences: z.object({ language }),
  billing: z.object({ stripeSubscriptionId }),
  delivery: z.object({ whatsappConnected, phone }),
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
