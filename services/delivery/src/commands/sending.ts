// node services/delivery/src/commands/sending.ts stop "why" | start | status
import { connectMongo, loadConfig, mongoEnv } from "@matinale/kit";
import { z } from "zod";
import { SenderSwitch } from "../store/sender-switch.ts";

const [command = "status", ...words] = process.argv.slice(2);
const config = loadConfig(z.object(mongoEnv));
const mongo = await connectMongo(config);
const senderSwitch = new SenderSwitch(mongo);
try {
  if (command === "stop") await senderSwitch.stop(words.join(" ") || "no reason given", new Date());
  else if (command === "start") await senderSwitch.start();
  else if (command !== "status") {
    process.stderr.write('usage: sending.ts stop "why" | start | status\n');
    process.exitCode = 2;
  }
  const stopped = await senderSwitch.stopped();
  process.stdout.write(
    stopped === null
      ? "Messages are sent.\n"
      : `Sending is stopped since ${stopped.stoppedAt.toISOString()}: ${stopped.reason}. Digests are still composed; a digest that waits for more than two hours is recorded as missed.\n`,
  );
} finally {
  await mongo.close();
}
