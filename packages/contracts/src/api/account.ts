import { z } from "zod";
import { languages, voices } from "../catalogues.ts";
import { schemaMessages } from "../schema-messages.ts";
import { instant, ok, success, successWithMessage, type Operation } from "./operation.ts";

const text = z.string();

/** Invisible and direction-changing characters would let two names look alike, or a name break a line. */
const printable = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u;

const username = z
  .string({ error: "Username must be at least 3 characters" })
  .trim()
  .min(3, "Username must be at least 3 characters")
  .max(50, schemaMessages.usernameTooLong.en)
  .regex(printable, schemaMessages.usernameUnprintable.en);

const email = z
  .string({ error: "Please enter a valid email address" })
  .trim()
  .max(254, "Please enter a valid email address")
  .pipe(z.email("Please enter a valid email address"));

/** A longer password only costs time to hash. Measured in bytes, because bytes are hashed. */
const maxPasswordBytes = 1024;
const withinBytes = (password: string) => Buffer.byteLength(password) <= maxPasswordBytes;

/** No minimum here: a password that is too short is simply a wrong one. */
const givenPassword = z
  .string({ error: schemaMessages.passwordMissing.en })
  .min(1, schemaMessages.passwordMissing.en)
  .refine(withinBytes, schemaMessages.passwordTooLong.en);

const newPassword = z
  .string({ error: "Password must be at least 6 characters" })
  .min(6, "Password must be at least 6 characters")
  .refine(withinBytes, schemaMessages.passwordTooLong.en)
  .describe("At most 1,024 bytes, and not one of the most common passwords");

/** The specification has no rule for it at sign-up: it is shown, and used only after it was connected. */
const phone = z
  .string()
  .trim()
  .max(40, schemaMessages.phoneTooLong.en)
  .regex(printable, schemaMessages.phoneUnprintable.en);

const language = z.enum(languages);
const voice = z.enum(voices);

export const credentials = z.strictObject({ email, password: givenPassword });
/** The password is asked again before an account is deleted: an open session is not enough. */
export const confirmation = z.strictObject({ password: givenPassword });

export const signup = z.strictObject({
  username,
  email,
  password: newPassword,
  phone: phone.optional(),
  language: language.default("fr"),
});

/** An absent field stays as it is. */
export const profilePatch = z.strictObject({
  username: username.exactOptional(),
  email: email.exactOptional(),
  voicePreference: voice.exactOptional(),
});

const profile = z
  .object({
    username: text,
    email: text,
    phone: text.nullable(),
    profilePicture: text.nullable().describe("Address of an image"),
    voicePreference: voice,
    language,
  })
  .meta({ id: "Profile" });

const me = z
  .object({
    ...profile.shape,
    phone: text
      .nullable()
      .describe("The connected WhatsApp number, else the number given at sign-up"),
    stripeSubscriptionId: text.nullable(),
    whatsappConnected: z.boolean(),
    emailVerified: z.boolean(),
    pendingEmail: text
      .nullable()
      .describe("The new address, until the links mailed to both addresses were followed"),
  })
  .meta({ id: "Me" });

/** The token of a mailed link. */
const token = text.min(1).max(200);
/** Six digits from WhatsApp; anything else is a wrong code. */
const code = text.trim().max(20);

export const linkToken = z.strictObject({ token });
export const resetRequest = z.strictObject({ email, by: z.enum(["email", "whatsapp"]) });
export const passwordReset = z.union([
  z.strictObject({ token, password: newPassword }),
  z.strictObject({ email, code, password: newPassword }),
]);
export const passwordChange = z.strictObject({ currentPassword: givenPassword, newPassword });

const session = z
  .object({
    id: text,
    createdAt: instant,
    lastSeenAt: instant,
    device: text.describe('From the user agent, such as "Chrome on Windows"'),
    current: z.boolean().describe("The session of this call"),
  })
  .meta({ id: "Session" });

const part = z.unknown().nullable().describe("Null when the service did not answer");
const dataExport = z
  .object({
    exportedAt: z.iso.datetime(),
    missing: z.array(text).describe("Services that did not answer: ask again later"),
    identity: part,
    preferences: part,
    billing: part,
    content: part,
    delivery: part,
  })
  .meta({ id: "Export" });

const identity = { tag: "account", signedIn: true, service: "identity" } as const;
const openIdentity = { tag: "account", signedIn: false, service: "identity" } as const;
const gateway = { tag: "account", signedIn: true, service: "gateway" } as const;
const openGateway = { tag: "account", signedIn: false, service: "gateway" } as const;

export const accountOperations = [
  {
    method: "POST",
    path: "/signup",
    summary: "Create an account",
    tag: "account",
    signedIn: false,
    service: "identity",
    limit: "signup",
    body: signup,
    answer: { status: 201, schema: z.object({ message: text }) },
    errors: ["EMAIL_TAKEN", "USERNAME_TAKEN"],
  },
  {
    method: "POST",
    path: "/login",
    summary: "Sign in",
    description: "An existing session ends; the new one has another id.",
    ...openGateway,
    body: credentials,
    answer: ok(success, { "Set-Cookie": "The session, HttpOnly and SameSite=Lax" }),
    errors: ["INVALID_CREDENTIALS", "SESSION_STORE_UNAVAILABLE"],
  },
  {
    method: "POST",
    path: "/logout",
    summary: "Sign out",
    description: "The session ends at once. Also succeeds without a session.",
    ...openGateway,
    answer: ok(success),
    errors: ["SESSION_STORE_UNAVAILABLE"],
  },
  {
    method: "GET",
    path: "/me",
    summary: "The signed-in person",
    description:
      "Combined from four services. The header x-degraded names the services that did not answer; " +
      "their part is the last known one.",
    ...gateway,
    answer: ok(me, { "X-Degraded": "Services whose part is the last known one" }),
    empty: "No session, and the request has the header `X-Session: optional`",
  },
  {
    method: "PATCH",
    path: "/user/profile",
    summary: "Change name, e-mail address or voice",
    description:
      "A verified e-mail address stays until links mailed to it and to the new address were followed. One that " +
      "was never verified changes at once.",
    ...identity,
    limit: "change",
    body: profilePatch,
    answer: ok(profile),
    errors: ["EMAIL_TAKEN", "USERNAME_TAKEN"],
  },
  {
    method: "POST",
    path: "/user/profile-picture",
    summary: "Upload a profile picture",
    ...identity,
    limit: "picture",
    body: { file: "profilePicture", description: "PNG, JPEG or WebP of at most 5 MB" },
    answer: ok(z.object({ ...successWithMessage.shape, profilePicture: text })),
    errors: ["ALREADY_IN_PROGRESS"],
  },
  {
    method: "DELETE",
    path: "/user/profile-picture",
    summary: "Remove the profile picture",
    ...identity,
    limit: "picture",
    answer: ok(successWithMessage),
  },
  {
    method: "GET",
    path: "/user/export",
    summary: "Export all data of the account",
    ...gateway,
    limit: "export",
    answer: ok(dataExport, { "Content-Disposition": "A file with the day in its name" }),
  },
  {
    method: "DELETE",
    path: "/user",
    summary: "Delete the account",
    description: "Deletes all data except what invoices need. All sessions end.",
    ...gateway,
    body: confirmation,
    answer: ok(successWithMessage),
    errors: ["INVALID_CREDENTIALS"],
  },
  {
    method: "POST",
    path: "/verify-email",
    summary: "Verify an e-mail address",
    ...openIdentity,
    limit: "recovery",
    body: linkToken,
    answer: ok(success),
    errors: ["LINK_EXPIRED"],
  },
  {
    method: "POST",
    path: "/send-verification",
    summary: "Send the link that verifies the e-mail address",
    ...identity,
    limit: "mail",
    answer: ok(success),
  },
  {
    method: "POST",
    path: "/confirm-email",
    summary: "Confirm a change of e-mail address",
    description: "`done` is true once both addresses have confirmed.",
    ...openIdentity,
    limit: "recovery",
    body: linkToken,
    answer: ok(z.object({ ...success.shape, done: z.boolean() })),
    errors: ["LINK_EXPIRED", "EMAIL_TAKEN"],
  },
  {
    method: "DELETE",
    path: "/user/pending-email",
    summary: "Cancel a change of e-mail address",
    ...identity,
    limit: "change",
    answer: ok(success),
  },
  {
    method: "POST",
    path: "/request-password-reset",
    summary: "Send a link or a code for a new password",
    description: "The answer is the same for addresses without an account or without a number.",
    ...openGateway,
    limit: "recovery",
    body: resetRequest,
    answer: ok(z.object({ message: text })),
  },
  {
    method: "POST",
    path: "/reset-password",
    summary: "Set a new password with a link or a code",
    description: "All sessions of the person end.",
    ...openGateway,
    limit: "recovery",
    body: passwordReset,
    answer: ok(success),
    errors: ["LINK_EXPIRED", "RESET_CODE_WRONG", "SESSION_STORE_UNAVAILABLE"],
  },
  {
    method: "POST",
    path: "/change-password",
    summary: "Change the password",
    description: "All other sessions of the person end.",
    ...gateway,
    limit: "change",
    body: passwordChange,
    answer: ok(success, { "Set-Cookie": "A new session instead of this one" }),
    errors: ["WRONG_PASSWORD"],
  },
  {
    method: "GET",
    path: "/sessions",
    summary: "Sessions of the signed-in person",
    ...gateway,
    answer: ok(z.array(session)),
  },
  {
    method: "DELETE",
    path: "/sessions/:id",
    summary: "End a session",
    ...gateway,
    limit: "change",
    params: z.strictObject({ id: text }),
    answer: ok(success),
    errors: ["NOT_FOUND"],
  },
  {
    method: "POST",
    path: "/logout-everywhere",
    summary: "End all sessions of the signed-in person",
    ...gateway,
    limit: "change",
    answer: ok(success),
  },
] as const satisfies readonly Operation[];
