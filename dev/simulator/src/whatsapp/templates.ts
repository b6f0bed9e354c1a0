import type { Button } from "../phone/phone.ts";
import { GraphError } from "./graph-error.ts";
import type { Template } from "./message-schema.ts";
import templates from "./templates.json" with { type: "json" };

interface Translation {
  body: string;
  /** Title of its quick-reply button. */
  button?: string;
  /** Title of the button of an authentication template, which copies the code. */
  copyCode?: string;
  /** Its button that opens a page of the site. */
  link?: { title: string; path: string };
}

const approved: Record<string, Record<"fr" | "en", Translation> & { category: string }> = templates;

/** @param site  address of the site that the buttons of the templates open */
const addressOf = ({ path }: { path: string }, site: string) => new URL(path, site).href;

/** The provider's own address in the button of an authentication template. */
const codeAddress = "https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}";

/** The templates in the format of `GET /<business account>/message_templates`. */
export const accountTemplates = (site: string) =>
  Object.entries(approved).flatMap(([name, { category, ...translations }]) =>
    Object.entries(translations).map(([language, { body, button, link, copyCode }]) => {
      const buttons = [
        button && { type: "QUICK_REPLY", text: button },
        copyCode && { type: "URL", text: copyCode, url: codeAddress },
        link && { type: "URL", text: link.title, url: addressOf(link, site) },
      ].filter(Boolean);
      const components = [
        { type: "BODY", text: body },
        ...(buttons.length === 0 ? [] : [{ type: "BUTTONS", buttons }]),
      ];
      return {
        name,
        language,
        status: "APPROVED",
        category,
        components,
        id: `${name}/${language}`,
      };
    }),
  );

/** Text and buttons of a template for the phone. @throws GraphError  100, 132000, 132001 */
export function renderTemplate(
  template: Template,
  site: string,
): { text: string; buttons: Button[] } {
  const { code } = template.language;
  const known = code === "fr" || code === "en" ? approved[template.name]?.[code] : undefined;
  if (known === undefined) {
    throw new GraphError(132001, `template name (${template.name}) does not exist in ${code}`);
  }
  const { body, button, copyCode, link } = known;
  const parameters = bodyParameters(template);
  const payload = quickReplyOf(template);
  const expected = new Set(body.match(/\{\{\d+\}\}/g)).size;
  if (parameters.length !== expected) {
    throw new GraphError(
      132000,
      `body: number of localizable_params (${parameters.length}) does not match the expected number of params (${expected})`,
    );
  }
  if (link !== undefined && template.components.some(({ type }) => type === "button")) {
    throw new GraphError(132012, "button: a URL button without a variable takes no parameters");
  }
  const hasCodeButton = template.components.some(({ sub_type }) => sub_type === "url");
  if ((copyCode !== undefined) !== hasCodeButton) {
    throw new GraphError(
      131008,
      "The button of an authentication template needs the code, and no other one takes it.",
    );
  }
  const text = body.replace(/\{\{(\d+)\}\}/g, (_, number) => parameters[Number(number) - 1] ?? "");
  if (link !== undefined) {
    return { text, buttons: [{ id: link.title, title: link.title, url: addressOf(link, site) }] };
  }
  return { text, buttons: button === undefined ? [] : [{ id: payload ?? button, title: button }] };
}

function bodyParameters(template: Template): string[] {
  const body = template.components.find(({ type }) => type === "body");
  return (body?.parameters ?? []).map((parameter) => {
    if (parameter.type !== "text") throw new GraphError(132012, "body: parameters must be text");
    if (/[\n\t]| {5}/.test(parameter.text)) {
      throw new GraphError(
        100,
        "Param text cannot have new-line/tab characters or more than 4 consecutive spaces",
      );
    }
    return parameter.text;
  });
}

/** What a tap on the template's button sends. */
function quickReplyOf({ components }: Template): string | undefined {
  const reply = components.find(({ sub_type }) => sub_type === "quick_reply");
  const parameter = reply?.parameters?.[0];
  return parameter?.type === "payload" ? parameter.payload : undefined;
}
