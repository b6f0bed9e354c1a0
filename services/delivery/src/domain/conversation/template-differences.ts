import { languages, type Language } from "@matinale/contracts";
import { z } from "zod";
import type { Site } from "./conversation.ts";
import type { DeclaredTemplate } from "./templates.ts";

const component = z.object({
  type: z.string(),
  text: z.string().optional(),
  buttons: z
    .array(z.object({ type: z.string(), text: z.string(), url: z.string().optional() }))
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
      components: z.array(component).default([]),
    }),
  ),
  paging: z.object({ next: z.string().optional() }).optional(),
});
export type AccountTemplate = z.infer<typeof accountTemplates>["data"][number];

/** The differences between the declared templates and those of the account, one line each. */
export function templateDifferences(
  declared: Readonly<Record<string, DeclaredTemplate>>,
  account: readonly AccountTemplate[],
  site: Site,
): string[] {
  return Object.entries(declared).flatMap(([name, template]) =>
    languages.flatMap((language) => {
      const found = account.find((each) => each.name === name && codeOf(each) === language);
      const label = `${name} (${language})`;
      return found === undefined
        ? [`${label}: missing`]
        : compared(template, language, found, site).map((difference) => `${label}: ${difference}`);
    }),
  );
}

/** "fr_FR" counts as "fr". */
const codeOf = ({ language }: AccountTemplate) => language.toLowerCase().split(/[_-]/)[0];

function compared(
  template: DeclaredTemplate,
  language: Language,
  found: AccountTemplate,
  site: Site,
): string[] {
  const body = found.components.find(({ type }) => type.toUpperCase() === "BODY")?.text ?? "";
  const buttons = found.components.flatMap((each) => each.buttons ?? []);
  const titles = buttons.map(({ type, text, url = type }) =>
    type.toUpperCase() === "QUICK_REPLY" ? text : `${text} (${url})`,
  );
  const { button, link } = template;
  const title =
    link === undefined ? button?.[language] : `${link.title[language]} (${site[link.page]})`;
  return [
    ...differing("status", "APPROVED", found.status.toUpperCase()),
    ...differing("category", template.category, found.category.toUpperCase()),
    ...differing("body", template.body[language], body),
    ...differing("buttons", title ?? "none", titles.join(", ") || "none"),
    ...found.components
      .filter(({ type }) => !["BODY", "BUTTONS"].includes(type.toUpperCase()))
      .map(({ type }) => `${type.toLowerCase()} is not declared`),
  ];
}

const differing = (what: string, declared: string, found: string): string[] =>
  declared === found ? [] : [`${what}\n  declared: ${declared}\n  account:  ${found}`];
