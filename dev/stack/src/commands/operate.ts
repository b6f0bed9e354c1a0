import { execa } from "execa";
import { root, type Places } from "../places.ts";
import { channelOf, voicesOf } from "../environment.ts";
import { developmentSecrets } from "../secrets.ts";
import { readStack } from "../stack-file.ts";
import { CannotStart } from "./up.ts";

const templates = "services/delivery/src/commands/templates.ts";

/** Tools that belong to one service and use its database. All others are in packages/ops-cli. */
const ofServices: Readonly<Record<string, string>> = {
  "account-events": "services/delivery/src/commands/account-events.ts",
  feeds: "services/content/src/commands/feeds.ts",
  sending: "services/delivery/src/commands/sending.ts",
  templates,
  "unknown-names": "services/content/src/commands/unknown-names.ts",
};
/** Content first: then delivery composes its digests again without the story. */
const withdrawals = ["content", "delivery"].map(
  (service) => `services/${service}/src/commands/withdraw-story.ts`,
);
const databaseOf = (script: string) =>
  `matinale_${/^services\/(\w+)\//.exec(script)?.[1] ?? "delivery"}`;

/** Runs an operator's tool against the running stack, with the environment variables of a pod. */
export async function operate(
  places: Places,
  env: NodeJS.ProcessEnv,
  [tool = "", ...options]: readonly string[],
): Promise<void> {
  const stack = readStack(places.stackFile);
  if (!stack) throw new CannotStart("Matinale is not running. Start it with make up.");
  const { app, backing, phone } = stack;
  const serviceTool = Object.hasOwn(ofServices, tool) ? ofServices[tool] : undefined;
  const toolArgs =
    serviceTool === undefined
      ? ["packages/ops-cli/src/main.ts", tool, ...options]
      : [serviceTool, ...options];
  const child = ([script = "", ...args]: readonly string[]) =>
    execa(process.execPath, [script, ...args], {
      cwd: root,
      stdio: "inherit",
      reject: false,
      env: {
        APP_URL: app,
        WHATSAPP_BUSINESS_ACCOUNT_ID: "200000000000001",
        ...env,
        ...channelOf(env, developmentSecrets(places.secretsFile), phone),
        ...voicesOf(env, phone),
        KAFKA_BROKERS: backing.kafka.url,
        MONGODB_URI: backing.mongodb.url,
        MONGODB_DATABASE: databaseOf(script),
        REDIS_URL: backing.redis.url,
      },
    });
  // `doctor` also checks the WhatsApp templates, which only delivery knows. A linked phone has none.
  const withTemplates = tool === "doctor" && env["WHATSAPP_ADAPTER"] !== "waha";
  const isWithdrawal = tool === "withdraw-story";
  const runs = isWithdrawal
    ? withdrawals.map((script) => [script, ...options])
    : withTemplates
      ? [toolArgs, [templates]]
      : [toolArgs];
  process.exitCode = await worstOf(runs, {
    // Content knows the stories: delivery would report one that does not exist as withdrawn.
    stopAtFailure: isWithdrawal,
    run: async (args) => (await child(args)).exitCode ?? 1,
  });
}

/** Runs tools one after the other. @returns the highest exit code */
export async function worstOf<Tool>(
  tools: readonly Tool[],
  { run, stopAtFailure }: { run: (tool: Tool) => Promise<number>; stopAtFailure: boolean },
): Promise<number> {
  let worst = 0;
  for (const tool of tools) {
    worst = Math.max(worst, await run(tool));
    if (worst > 0 && stopAtFailure) break;
  }
  return worst;
}
