// node services/delivery/src/commands/templates.ts [submit]
import { loadConfig } from "@matinale/kit";
import {
  accountEnv,
  listTemplates,
  submitTemplate,
} from "../clients/cloud-api/account-templates.ts";
import { schema } from "../config.ts";
import { missingTemplates, templateDifferences } from "../domain/conversation/account-templates.ts";
import { siteOf } from "../domain/conversation/conversation.ts";
import { templates } from "../domain/conversation/templates.ts";

const { APP_URL, PRODUCT_FILE } = schema.shape;
const env = loadConfig(accountEnv.extend({ APP_URL, PRODUCT_FILE }));
const site = siteOf(env.APP_URL, env.PRODUCT_FILE.brand.name);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Submits what the account lacks. Existing templates stay: a changed text is edited in WhatsApp Manager. */
async function submitMissing(): Promise<void> {
  for (const submission of missingTemplates(await listTemplates(env), site)) {
    await submitTemplate(env, submission);
    print(`submitted ${submission.name} (${submission.language})`);
  }
}

try {
  if (process.argv[2] === "submit") await submitMissing();
  const differences = templateDifferences(await listTemplates(env), site);
  for (const line of differences) print(line);
  const count = Object.keys(templates).length;
  if (differences.length === 0) {
    print(`${count} templates, each in French and English, are approved and as declared.`);
  }
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(
    `Reading or submitting templates failed: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
