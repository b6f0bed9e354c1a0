import type { RefusalKind } from "../../domain/channel/whatsapp.ts";
import { actionForStatus } from "../provider-http.ts";

/**
 * The error reference of the Cloud API, with the action for each code
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes). Codes 200 to 299 are
 * all «API Permission».
 */
export const cloudErrors: readonly { code: number; title: string; action: RefusalKind }[] = [
  { code: 0, title: "AuthException", action: "sender" },
  { code: 1, title: "API Unknown", action: "retry" },
  { code: 2, title: "API Service", action: "retry" },
  { code: 3, title: "API Method", action: "sender" },
  { code: 4, title: "API Too Many Calls", action: "throttled" },
  { code: 10, title: "Permission Denied", action: "sender" },
  { code: 33, title: "Parameter value is not valid", action: "sender" },
  { code: 100, title: "Invalid parameter", action: "message" },
  { code: 190, title: "Access token has expired", action: "sender" },
  { code: 368, title: "Temporarily blocked for policies violations", action: "sender" },
  { code: 506, title: "Duplicate Post", action: "message" },
  { code: 613, title: "Calls to this API have exceeded the rate limit", action: "throttled" },
  { code: 80007, title: "Rate limit issues", action: "throttled" },
  { code: 130429, title: "Rate limit hit", action: "throttled" },
  { code: 130472, title: "User's number is part of an experiment", action: "defer" },
  { code: 130497, title: "Business may not message users in this country", action: "recipient" },
  { code: 131000, title: "Something went wrong", action: "retry" },
  { code: 131001, title: "Message too long", action: "message" },
  { code: 131002, title: "Invalid recipient type", action: "message" },
  { code: 131005, title: "Access denied", action: "sender" },
  { code: 131006, title: "Resource not found", action: "message" },
  { code: 131008, title: "Required parameter is missing", action: "message" },
  { code: 131009, title: "Parameter value is not valid", action: "message" },
  { code: 131016, title: "Service unavailable", action: "retry" },
  { code: 131021, title: "Recipient cannot be sender", action: "recipient" },
  { code: 131026, title: "Message undeliverable", action: "recipient" },
  { code: 131030, title: "Recipient is not in the allowed list", action: "recipient" },
  { code: 131031, title: "Account has been locked", action: "sender" },
  { code: 131037, title: "Display name is not approved", action: "sender" },
  { code: 131042, title: "Business eligibility payment issue", action: "sender" },
  { code: 131043, title: "Message expired", action: "message" },
  { code: 131044, title: "Business payment issue", action: "sender" },
  { code: 131045, title: "Incorrect certificate", action: "sender" },
  { code: 131047, title: "Re-engagement message", action: "change_form" },
  { code: 131048, title: "Spam rate limit hit", action: "templates" },
  { code: 131049, title: "Meta chose not to deliver", action: "defer" },
  { code: 131050, title: "User has stopped marketing messages", action: "opted_out" },
  { code: 131051, title: "Unsupported message type", action: "message" },
  { code: 131052, title: "Media download error", action: "media" },
  { code: 131053, title: "Media upload error", action: "media" },
  { code: 131055, title: "Method not allowed", action: "message" },
  { code: 131056, title: "Pair rate limit hit", action: "pair_limit" },
  { code: 131057, title: "Account in maintenance mode", action: "retry" },
  { code: 131062, title: "Message does not fit this recipient's id", action: "message" },
  { code: 131063, title: "Marketing templates are disabled", action: "templates" },
  { code: 131064, title: "Sending is blocked for this account", action: "sender" },
  { code: 132000, title: "Template parameter count mismatch", action: "message" },
  { code: 132001, title: "Template does not exist", action: "message" },
  { code: 132005, title: "Template hydrated text too long", action: "message" },
  { code: 132007, title: "Template format character policy violated", action: "message" },
  { code: 132008, title: "Template parameter is not valid", action: "message" },
  { code: 132012, title: "Template parameter format mismatch", action: "message" },
  { code: 132015, title: "Template is paused", action: "template" },
  { code: 132016, title: "Template is disabled", action: "template" },
  { code: 132068, title: "Flow is blocked", action: "message" },
  { code: 132069, title: "Flow is throttled", action: "message" },
  { code: 133000, title: "Incomplete deregistration", action: "sender" },
  { code: 133004, title: "Server temporarily unavailable", action: "retry" },
  { code: 133005, title: "Two-step verification PIN mismatch", action: "sender" },
  { code: 133006, title: "Phone number re-verification needed", action: "sender" },
  { code: 133008, title: "Too many two-step verification PIN guesses", action: "sender" },
  { code: 133009, title: "Two-step verification PIN guessed too fast", action: "sender" },
  { code: 133010, title: "Phone number not registered", action: "sender" },
  { code: 133015, title: "Phone number was deleted recently", action: "sender" },
  { code: 133016, title: "Account register deregister rate limit exceeded", action: "sender" },
  { code: 134011, title: "Terms of WhatsApp payments not accepted", action: "message" },
  { code: 134101, title: "Template is still syncing", action: "retry" },
  { code: 134102, title: "Template is unavailable", action: "template" },
  { code: 135000, title: "Generic user error", action: "message" },
  { code: 137000, title: "Recipient identity key hash mismatch", action: "recipient" },
];

const actions = new Map(cloudErrors.map(({ code, action }) => [code, action]));

/**
 * Without a known code the HTTP status decides, but never against the message: the code is new, or the answer comes from a
 * proxy or an error page before the provider.
 *
 * @param code  the provider's code, or null when the answer had none
 */
export function actionFor(code: number | null, status: number): RefusalKind {
  if (code !== null) {
    const known = actions.get(code);
    if (known !== undefined) return known;
    if (code >= 200 && code <= 299) return "sender";
  }
  const byStatus = actionForStatus(status);
  return byStatus === "message" ? "unknown" : byStatus;
}
