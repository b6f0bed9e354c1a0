import { graphRoot } from "@matinale/kit";
import { z } from "zod";
import {
  accountTemplates,
  type AccountTemplate,
  templateDifferences,
} from "../domain/conversation/template-differences.ts";
import { siteOf } from "../domain/conversation/conversation.ts";
import { templates } from "../domain/conversation/templates.ts";

const environment = z.object({
  WHATSAPP_API_URL: z.url().default("https://graph.facebook.com"),
  WHATSAPP_BUSINESS_ACCOUNT_ID: z.string().regex(/^\d+$/),
  WHATSAPP_TOKEN: z.string().min(1),
  APP_URL: z.url(),
});

const pagesAtMost = 20;

/** Reads all templates of the account, page by page. */
async function fetchTemplates(env: z.infer<typeof environment>): Promise<AccountTemplate[]> {
  const headers = { authorization: `Bearer ${env.WHATSAPP_TOKEN}` };
  const found: AccountTemplate[] = [];
  let next: string | undefined =
    `${graphRoot(env.WHATSAPP_API_URL)}/${env.WHATSAPP_BUSINESS_ACCOUNT_ID}/message_templates?fields=name,language,status,category,components&limit=100`;
  for (let page = 0; next !== undefined && page < pagesAtMost; page += 1) {
    const response: Response = await fetch(next, { headers, signal: AbortSignal.timeout(10_000) });
    if (!response.ok)
      throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    const { data, paging } = accountTemplates.parse(await response.json());
    found.push(...data);
    next = paging?.next;
  }
  return found;
}

const env = environment.safeParse(process.env);
if (!env.success) {
  const names = env.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  process.stderr.write(`Templates cannot be compared:\n${names.join("\n")}\n`);
  process.exitCode = 1;
} else {
  try {
    const account = await fetchTemplates(env.data);
    const differences = templateDifferences(templates, account, siteOf(env.data.APP_URL));
    const count = Object.keys(templates).length;
    process.stdout.write(
      differences.length === 0
        ? `${count} templates, each in French and English, are as declared.\n`
        : `${differences.join("\n")}\n`,
    );
    process.exitCode = differences.length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(
      `Templates cannot be compared: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
