// node services/delivery/src/commands/sending.ts stop "why" | start | status [--sender <id>]
import { commandArguments, endWithUsage } from "@matinale/kit";
import { actionLine, latestActions, onDatabase, recordAction } from "@matinale/kit/mongo";
import { z } from "zod";
import { cloudApiEnv, wahaEnv, wahaSender } from "../config.ts";
import { allSenders, SenderSwitch } from "../store/sender-switch.ts";

const usage = 'usage: sending.ts stop "why" | start | status [--sender <id>]';
const { positionals, values } = commandArguments(
  { allowPositionals: true, options: { sender: { type: "string", default: allSenders } } },
  usage,
);
const [command = "status", ...words] = positionals;
if (!["stop", "start", "status"].includes(command)) endWithUsage(usage);
const { sender } = values;
const env = {
  ...cloudApiEnv.pick({ WHATSAPP_PHONE_NUMBER_ID: true }).partial().shape,
  ...wahaEnv.pick({ WAHA_SESSION: true }).shape,
  WHATSAPP_ADAPTER: z.string().optional(),
};
const print = (line: string) => process.stdout.write(`${line}\n`);
await onDatabase(async (mongo, config) => {
  const own =
    config.WHATSAPP_ADAPTER === "waha"
      ? wahaSender(config.WAHA_SESSION)
      : config.WHATSAPP_PHONE_NUMBER_ID;
  const senderSwitch = new SenderSwitch(mongo);
  const at = new Date();
  const why = words.join(" ") || "no reason given";
  if (command === "stop") await senderSwitch.stop(sender, why, at);
  else if (command === "start") await senderSwitch.start(sender);
  if (command !== "status") {
    await recordAction(mongo, { action: `${command} sending`, subject: sender, why, at });
  }
  const stopped = await senderSwitch.all();
  for (const { _id, stoppedAt, reason } of stopped) {
    const other = own === undefined || _id === own ? "" : ` (this pod sends as ${own})`;
    const which = _id === allSenders ? "every sender" : `sender ${_id}${other}`;
    print(`Stopped since ${stoppedAt.toISOString()}: ${which}: ${reason}.`);
  }
  print(
    stopped.length === 0
      ? "Messages are sent."
      : "Digests are still composed; a digest that waits for more than two hours is recorded as missed.",
  );
  if (command === "status") {
    for (const action of await latestActions(mongo, 10)) print(`  ${actionLine(action)}`);
  }
}, env);
