import { z } from "zod";
import { email, givenPassword, newPassword } from "./account-fields.ts";
import { endpoint, instant, ok, type Operation, success } from "./operation.ts";

const text = z.string();

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

export const session = z
  .object({
    id: text,
    createdAt: instant,
    lastSeenAt: instant,
    device: text.describe('From the user agent, such as "Chrome on Windows"'),
    current: z.boolean().describe("The session of this call"),
  })
  .meta({ id: "Session" });

const identity = { tag: "account", signedIn: true, service: "identity" } as const;
const openIdentity = { tag: "account", signedIn: false, service: "identity" } as const;
const gateway = { tag: "account", signedIn: true, service: "gateway" } as const;
const openGateway = { tag: "account", signedIn: false, service: "gateway" } as const;

export const accessOperations = [
  {
    ...endpoint("POST", "/verify-email", "Verify an e-mail address"),
    ...openIdentity,
    limit: "recovery",
    body: linkToken,
    answer: ok(success),
    errors: ["LINK_EXPIRED"],
  },
  {
    ...endpoint("POST", "/send-verification", "Send the link that verifies the e-mail address"),
    ...identity,
    limit: "mail",
    answer: ok(success),
  },
  {
    ...endpoint("POST", "/confirm-email", "Confirm a change of e-mail address"),
    description: "`done` is true once both addresses have confirmed.",
    ...openIdentity,
    limit: "recovery",
    body: linkToken,
    answer: ok(z.object({ ...success.shape, done: z.boolean() })),
    errors: ["LINK_EXPIRED", "EMAIL_TAKEN"],
  },
  {
    ...endpoint("DELETE", "/user/pending-email", "Cancel a change of e-mail address"),
    ...identity,
    limit: "change",
    answer: ok(success),
  },
  {
    ...endpoint("POST", "/request-password-reset", "Send a link or a code for a new password"),
    description: "The answer is the same for addresses without an account or without a number.",
    ...openGateway,
    limit: "recovery",
    body: resetRequest,
    answer: ok(z.object({ message: text })),
  },
  {
    ...endpoint("POST", "/reset-password", "Set a new password with a link or a code"),
    description: "All sessions of the person end.",
    ...openGateway,
    limit: "recovery",
    body: passwordReset,
    answer: ok(success),
    errors: ["LINK_EXPIRED", "RESET_CODE_WRONG", "SESSION_STORE_UNAVAILABLE"],
  },
  {
    ...endpoint("POST", "/change-password", "Change the password"),
    description: "All other sessions of the person end.",
    ...gateway,
    limit: "change",
    body: passwordChange,
    answer: ok(success, { "Set-Cookie": "A new session instead of this one" }),
    errors: ["WRONG_PASSWORD"],
  },
  {
    ...endpoint("GET", "/sessions", "Sessions of the signed-in person"),
    ...gateway,
    answer: ok(z.array(session)),
  },
  {
    ...endpoint("DELETE", "/sessions/:id", "End a session"),
    ...gateway,
    limit: "change",
    params: z.strictObject({ id: text }),
    answer: ok(success),
    errors: ["NOT_FOUND"],
  },
  {
    ...endpoint("POST", "/logout-everywhere", "End all sessions of the signed-in person"),
    ...gateway,
    limit: "change",
    answer: ok(success),
  },
] as const satisfies readonly Operation[];
