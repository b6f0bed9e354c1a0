// node services/delivery/src/commands/submit-templates.ts [minutes to wait for the review, 60 by default]
import { setTimeout as pause } from "node:timers/promises";
import { loadConfig } from "@matinale/kit";
import {
  accountTemplatesEnv,
  listTemplates,
  submitTemplate,
} from "../clients/cloud-api/account-templates.ts";
import {
  missingTemplates,
  reviewOf,
  templateDifferences,
} from "../domain/conversation/account-templates.ts";
import { siteOf } from "../domain/conversation/conversation.ts";
import { templates } from "../domain/conversation/templates.ts";

const pollMs = 30_000;
type Env = Parameters<typeof listTemplates>[0];
const siteFrom = ({ APP_URL, PRODUCT_FILE }: Env) => siteOf(APP_URL, PRODUCT_FILE.brand.name);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Submits what the account lacks. Existing templates stay: a changed text is edited in WhatsApp Manager. */
async function submitMissing(env: Env): Promise<void> {
  const missing = missingTemplates(templates, await listTemplates(env), siteFrom(env));
  for (const submission of missing) {
    await submitTemplate(env, submission);
    print(`submitted ${submission.name} (${submission.language})`);
  }
  if (missing.length === 0) print("The account has all templates.");
}

/** @returns whether every template is approved, as declared */
async function waitForReview(env: Env, deadline: number): Promise<boolean> {
  const account = await listTemplates(env);
  const { waiting, refused } = reviewOf(templates, account);
  if (waiting.length > 0 && Date.now() < deadline) {
    print(`in review: ${waiting.join(", ")}`);
    await pause(Math.min(pollMs, Math.max(0, deadline - Date.now())));
    return waitForReview(env, deadline);
  }
  for (const line of refused) print(`refused: ${line}`);
  if (waiting.length > 0) print(`still in review: ${waiting.join(", ")}. Run the command again.`);
  const differences = templateDifferences(templates, account, siteFrom(env));
  for (const line of differences) print(line);
  return differences.length === 0;
}

const env = loadConfig(accountTemplatesEnv);
try {
  const minutes = Number(process.argv[2] ?? 60);
  if (!(minutes >= 0)) throw new RangeError("the first argument is a number of minutes");
  await submitMissing(env);
  const isReady = await waitForReview(env, Date.now() + minutes * 60_000);
  if (isReady) print("All templates are approved, in French and in English.");
  process.exitCode = isReady ? 0 : 1;
} catch (error) {
  process.stderr.write(
    `Templates cannot be submitted: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
