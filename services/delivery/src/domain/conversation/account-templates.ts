import { languages, type Language } from "@matinale/contracts";
import { z } from "zod";
import type { Site } from "./conversation.ts";
import { bodyOf, type DeclaredTemplate, templates } from "./templates.ts";

const component = z.object({
  type: z.string(),
  text: z.string().optional(),
  buttons: z
    .array(z.object({ type: z.string(), text: z.string().default(""), url: z.string().optional() }))
    .optional(),
});
/** `GET /<business account>/message_templates` of the Graph API. */
export const accountTemplates = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      category: z.string(),
      rejected_reason: z.string().optional(),
      components: z.array(component).default([]),
    }),
  ),
  paging: z.object({ next: z.string().optional() }).optional(),
});
export type AccountTemplate = z.infer<typeof accountTemplates>["data"][number];

/** The differences between the declared templates and those of the account, one line each. */
export function templateDifferences(account: readonly AccountTemplate[], site: Site): string[] {
  return translations(account).flatMap(({ name, template, language, found }) => {
    const label = `${name} (${language})`;
    return found === undefined
      ? [`${label}: missing`]
      : compared(template, language, found, site).map((difference) => `${label}: ${difference}`);
  });
}

/** Each declared template in each language, with that of the account if it has one. */
const translations = (account: readonly AccountTemplate[]) =>
  Object.entries<DeclaredTemplate>(templates).flatMap(([name, template]) =>
    languages.map((language) => {
      // exactly: a message in "en" is refused when the account has "en_US" only
      const found = account.find((each) => each.name === name && each.language === language);
      return { name, template, language, found };
    }),
  );

/** The declared templates that the account does not have, ready to be submitted. */
export const missingTemplates = (account: readonly AccountTemplate[], site: Site) =>
  translations(account)
    .filter(({ found }) => found === undefined)
    .map(({ name, template, language }) => ({
      name,
      language,
      category: template.category,
      components: componentsOf(template, language, site),
    }));

/** The body of `POST /<business account>/message_templates`. */
export type TemplateSubmission = ReturnType<typeof missingTemplates>[number];

/**
 * What may be chosen of an authentication template; the provider writes its text:
 * https://developers.facebook.com/docs/whatsapp/business-management-api/authentication-templates
 */
const codeComponents = [
  { type: "BODY", add_security_recommendation: true },
  { type: "FOOTER", code_expiration_minutes: 10 },
  { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] },
];

function componentsOf(template: DeclaredTemplate, language: Language, site: Site): object[] {
  const { category, examples, button, link } = template;
  if (category === "AUTHENTICATION") return codeComponents;
  const buttons = [
    ...(button ? [{ type: "QUICK_REPLY", text: button[language] }] : []),
    ...(link ? [{ type: "URL", text: link.title[language], url: site[link.page] }] : []),
  ];
  const example =
    examples[language].length === 0 ? {} : { example: { body_text: [examples[language]] } };
  return [
    { type: "BODY", text: bodyOf(template, language, site.brand), ...example },
    ...(buttons.length === 0 ? [] : [{ type: "BUTTONS", buttons }]),
  ];
}

/** The state of the review, with the reason of a refusal. The provider gives "NONE" to templates without one. */
const reviewOf = ({ status, rejected_reason: reason = "" }: AccountTemplate): string => {
  const state = status.toUpperCase();
  return state === "APPROVED" || ["", "NONE"].includes(reason) ? state : `${state} ${reason}`;
};

function compared(
  template: DeclaredTemplate,
  language: Language,
  found: AccountTemplate,
  site: Site,
): string[] {
  const standing = [
    ...differing("status", "APPROVED", reviewOf(found)),
    ...differing("category", template.category, found.category.toUpperCase()),
  ];
  if (template.category === "AUTHENTICATION") return standing;
  const body = found.components.find(({ type }) => type.toUpperCase() === "BODY")?.text ?? "";
  const buttons = found.components.flatMap((each) => each.buttons ?? []);
  const titles = buttons.map(({ type, text, url = type }) =>
    type.toUpperCase() === "QUICK_REPLY" ? text : `${text} (${url})`,
  );
  const { button, link } = template;
  const title =
    link === undefined ? button?.[language] : `${link.title[language]} (${site[link.page]})`;
  return [
    ...standing,
    ...differing("body", bodyOf(template, language, site.brand), body),
    ...differing("buttons", title ?? "none", titles.join(", ") || "none"),
    ...found.components
      .filter(({ type }) => !["BODY", "BUTTONS"].includes(type.toUpperCase()))
      .map(({ type }) => `${type.toLowerCase()} is not declared`),
  ];
}

const differing = (what: string, declared: string, found: string): string[] =>
  declared === found ? [] : [`${what}\n  declared: ${declared}\n  account:  ${found}`];
