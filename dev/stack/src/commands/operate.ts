import { execa } from "execa";
import { CannotStart } from "../cannot-start.ts";
import { root, type Places } from "../places.ts";
import { channelOf, voicesOf } from "../environment.ts";
import { developmentSecrets } from "../secrets.ts";
import { readStack } from "../stack-file.ts";

const inService = (service: "content" | "delivery" | "identity", name: string): string =>
  `services/${service}/src/commands/${name}.ts`;
const templates = inService("delivery", "templates");

/** Tools that belong to services and use their databases. All others are in packages/ops-cli. */
const ofServices: ReadonlyMap<string, readonly string[]> = new Map([
  ["account-events", [inService("delivery", "account-events")]],
  ["feeds", [inService("content", "feeds")]],
  ["sending", [inService("delivery", "sending")]],
  ["templates", [templates]],
  ["unknown-names", [inService("content", "unknown-names")]],
  ["user-id", [inService("identity", "user-id")]],
  // Content first: then delivery composes its digests again without the story.
  [
    "withdraw-story",
    [inService("content", "withdraw-story"), inService("delivery", "withdraw-story")],
  ],
]);
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
  const runs = ofServices.get(tool)?.map((script) => [script, ...options]) ?? [
    ["packages/ops-cli/src/main.ts", tool, ...options],
  ];
  // `doctor` also checks the WhatsApp templates, which only delivery knows. A linked phone has none.
  if (tool === "doctor" && env["WHATSAPP_ADAPTER"] !== "waha") runs.push([templates]);
  const child = ([script = "", ...args]: readonly string[]) =>
    execa(process.execPath, [script, ...args], {
      cwd: root,
      stdio: "inherit",
      reject: false,
      env: {
        APP_URL: app,
        ...env,
        WHATSAPP_BUSINESS_ACCOUNT_ID: env["WHATSAPP_BUSINESS_ACCOUNT_ID"] || "200000000000001",
        ...channelOf(env, developmentSecrets(places.secretsFile), phone),
        ...voicesOf(env, phone),
        KAFKA_BROKERS: backing.kafka.url,
        MONGODB_URI: backing.mongodb.url,
        MONGODB_DATABASE: databaseOf(script),
        REDIS_URL: backing.redis.url,
      },
    });
  process.exitCode = await worstOf(runs, {
    // Content knows the stories: delivery would report one that does not exist as withdrawn.
    stopAtFailure: tool === "withdraw-story",
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
