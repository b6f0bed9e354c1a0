import { z } from "zod";
import { email, givenPassword, newPassword } from "./account-fields.ts";
import { instant, ok, operationsWith, success } from "./operation.ts";

const text = z.string();

const token = text.min(1).max(200);
/** Six digits from WhatsApp; anything else is a wrong code. */
const code = text.trim().max(20);

export const linkToken = z.strictObject({ token });
export const resetRequest = z.strictObject({
  email,
  by: z.enum(["email", "whatsapp"]),
  planId: z.int().min(1).max(99).exactOptional().describe("The link leads back to this plan"),
});
export const passwordReset = z.union([
  z.strictObject({ token, password: newPassword }),
  z.strictObject({ email, code, password: newPassword }),
]);
export const passwordChange = z.strictObject({ currentPassword: givenPassword, newPassword });

export const session = z
  .object({
    id: text,
    createdAt: instant,
    lastSeenAt: instant,
    device: text.describe('From the user agent, such as "Chrome on Windows"'),
    current: z.boolean().describe("The session of this call"),
  })
  .meta({ id: "Session" });

export const identity = operationsWith({ tag: "account", signedIn: true, service: "identity" });
export const openIdentity = operationsWith({
  tag: "account",
  signedIn: false,
  service: "identity",
});
export const gateway = operationsWith({ tag: "account", signedIn: true, service: "gateway" });
export const openGateway = operationsWith({ tag: "account", signedIn: false, service: "gateway" });

export const accessOperations = [
  openIdentity.post("/verify-email", "Verify an e-mail address", {
    limit: "recovery",
    body: linkToken,
    answer: ok(success),
    errors: ["LINK_EXPIRED"],
  }),
  identity.post("/send-verification", "Send the link that verifies the e-mail address", {
    limit: "mail",
    answer: ok(success),
  }),
  openIdentity.post("/confirm-email", "Confirm a change of e-mail address", {
    description: "`done` is true once both addresses have confirmed.",
    limit: "recovery",
    body: linkToken,
    answer: ok(z.object({ ...success.shape, done: z.boolean() })),
    errors: ["LINK_EXPIRED", "EMAIL_TAKEN"],
  }),
  identity.delete("/user/pending-email", "Cancel a change of e-mail address", {
    limit: "change",
    answer: ok(success),
  }),
  openGateway.post("/request-password-reset", "Send a link or a code for a new password", {
    description: "The answer is the same for addresses without an account or without a number.",
    limit: "recovery",
    body: resetRequest,
    answer: ok(z.object({ message: text })),
  }),
  openGateway.post("/reset-password", "Set a new password with a link or a code", {
    description: "All sessions of the person end.",
    limit: "recovery",
    body: passwordReset,
    answer: ok(success),
    errors: ["LINK_EXPIRED", "RESET_CODE_WRONG"],
  }),
  gateway.post("/change-password", "Change the password", {
    description: "All other sessions of the person end.",
    limit: "change",
    body: passwordChange,
    answer: ok(success, { "Set-Cookie": "A new session instead of this one" }),
    errors: ["WRONG_PASSWORD"],
  }),
  gateway.get("/sessions", "Sessions of the signed-in person", { answer: ok(z.array(session)) }),
  gateway.delete("/sessions/:id", "End a session", {
    limit: "change",
    params: z.strictObject({ id: text }),
    answer: ok(success),
    errors: ["NOT_FOUND"],
  }),
  gateway.post("/logout-everywhere", "End all sessions of the signed-in person", {
    limit: "change",
    answer: ok(success),
  }),
] as const;
