import { emailKey } from "../account/account.ts";

/** Identifies a person for the rule of one trial each. Two spellings of one address or number are equal. */
interface TrialIdentifier {
  kind: "email" | "phone";
  value: string;
}

/** @param e164 the number of the sign-up, or null when it cannot be read as one */
export const trialIdentifiers = (email: string, e164: string | null): TrialIdentifier[] => [
  { kind: "email", value: emailKey(email) },
  ...(e164 === null ? [] : [{ kind: "phone" as const, value: e164 }]),
];
