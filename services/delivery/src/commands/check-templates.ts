// node services/delivery/src/commands/check-templates.ts
import { loadConfig } from "@matinale/kit";
import { accountTemplatesEnv, listTemplates } from "../clients/cloud-api/account-templates.ts";
import { templateDifferences } from "../domain/conversation/account-templates.ts";
import { siteOf } from "../domain/conversation/conversation.ts";
import { templates } from "../domain/conversation/templates.ts";

const env = loadConfig(accountTemplatesEnv);
try {
  const site = siteOf(env.APP_URL, env.PRODUCT_FILE.brand.name);
  const differences = templateDifferences(templates, await listTemplates(env), site);
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
