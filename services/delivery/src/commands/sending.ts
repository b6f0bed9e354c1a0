// node services/delivery/src/commands/sending.ts stop "why" | start | status
import { commandArguments, endWithUsage } from "@matinale/kit";
import { actionLine, latestActions, onDatabase, recordAction } from "@matinale/kit/mongo";
import { SenderSwitch } from "../store/sender-switch.ts";

const usage = 'usage: sending.ts stop "why" | start | status';
const { positionals } = commandArguments({ allowPositionals: true, options: {} }, usage);
const [command = "status", ...words] = positionals;
if (!["stop", "start", "status"].includes(command)) endWithUsage(usage);
const print = (line: string) => process.stdout.write(`${line}\n`);
await onDatabase(async (mongo) => {
  const senderSwitch = new SenderSwitch(mongo);
  const at = new Date();
  const why = words.join(" ") || "no reason given";
  if (command === "stop") await senderSwitch.stop(why, at);
  else if (command === "start") await senderSwitch.start();
  if (command !== "status") {
    await recordAction(mongo, { action: `${command} sending`, subject: "all messages", why, at });
  }
  const stopped = await senderSwitch.stopped();
  print(
    stopped === null
      ? "Messages are sent."
      : `Stopped since ${stopped.stoppedAt.toISOString()}: ${stopped.reason}.\nDigests are still composed; a digest that waits for more than two hours is recorded as missed.`,
  );
  if (command === "status") {
    for (const action of await latestActions(mongo, 10)) print(`  ${actionLine(action)}`);
  }
});
