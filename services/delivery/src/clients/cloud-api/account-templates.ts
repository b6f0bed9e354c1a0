import { graphRoot } from "@matinale/kit";
import type { z } from "zod";
import { cloudApiEnv } from "../../config.ts";
import {
  accountTemplates,
  type AccountTemplate,
  type TemplateSubmission,
} from "../../domain/conversation/account-templates.ts";

export const accountEnv = cloudApiEnv
  .pick({ WHATSAPP_API_URL: true, WHATSAPP_BUSINESS_ACCOUNT_ID: true, WHATSAPP_TOKEN: true })
  .required({ WHATSAPP_BUSINESS_ACCOUNT_ID: true });
type Env = z.infer<typeof accountEnv>;

const pagesAtMost = 20;

const fields = "name,language,status,category,components,rejected_reason";
const pathOf = (env: Env) =>
  `${graphRoot(env.WHATSAPP_API_URL)}/${env.WHATSAPP_BUSINESS_ACCOUNT_ID}/message_templates`;

async function call(env: Env, url: string, init: RequestInit = {}): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${env.WHATSAPP_TOKEN}`,
    "content-type": "application/json",
  };
  const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(10_000) });
  if (!response.ok) {
    throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
  }
  return response.json();
}

/** All templates of the account, read page by page. @throws Error  when the provider refuses */
export async function listTemplates(env: Env): Promise<AccountTemplate[]> {
  const found: AccountTemplate[] = [];
  let next: string | undefined = `${pathOf(env)}?fields=${fields}&limit=100`;
  for (let page = 0; next !== undefined && page < pagesAtMost; page += 1) {
    const { data, paging } = accountTemplates.parse(await call(env, next));
    found.push(...data);
    next = paging?.next;
  }
  return found;
}

/** Submits a new template for review. @throws Error  when the provider refuses, for example an existing name */
export async function submitTemplate(env: Env, submission: TemplateSubmission): Promise<void> {
  await call(env, pathOf(env), { method: "POST", body: JSON.stringify(submission) });
}
