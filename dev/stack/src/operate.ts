import { spawn } from "node:child_process";
import { once } from "node:events";
import { root, type Places } from "./places.ts";
import { developmentSecrets } from "./secrets.ts";
import { readStack } from "./stack-file.ts";
import { CannotStart } from "./up.ts";

const templates = "services/delivery/src/commands/check-templates.ts";

/** Tools of one service; all others are of packages/ops-cli. */
const ofServices: Readonly<Record<string, string>> = {
  sending: "services/delivery/src/commands/sending.ts",
  templates,
};

/** Runs an operator's tool against the running stack, with the variables that a pod would have. */
export async function operate(
  places: Places,
  env: NodeJS.ProcessEnv,
  [tool = "", ...options]: readonly string[],
): Promise<void> {
  const stack = readStack(places.stackFile);
  if (!stack) throw new CannotStart("Matinale is not running. Start it with make up.");
  const { backing, phone } = stack;
  const own = Object.hasOwn(ofServices, tool) ? ofServices[tool] : undefined;
  const asked =
    own === undefined ? ["packages/ops-cli/src/main.ts", tool, ...options] : [own, ...options];
  const child = (args: readonly string[]) =>
    spawn(process.execPath, args, {
      cwd: root,
      stdio: "inherit",
      env: {
        WHATSAPP_API_URL: phone,
        WHATSAPP_TOKEN: developmentSecrets(places.secretsFile).whatsappToken,
        WHATSAPP_PHONE_NUMBER_ID: "100000000000001",
        WHATSAPP_BUSINESS_ACCOUNT_ID: "200000000000001",
        ...env,
        KAFKA_BROKERS: backing.kafka.url,
        MONGODB_URI: backing.mongodb.url,
        MONGODB_DATABASE: "matinale_delivery",
        REDIS_URL: backing.redis.url,
      },
    });
  // What only delivery knows belongs to a look at everything; a linked phone has no templates.
  const withTemplates = tool === "doctor" && env["WHATSAPP_ADAPTER"] !== "waha";
  const runs = withTemplates ? [asked, [templates]] : [asked];
  let worst = 0;
  for (const args of runs) {
    const [code] = await once(child(args), "exit");
    worst = Math.max(worst, typeof code === "number" ? code : 1);
  }
  process.exitCode = worst;
}
