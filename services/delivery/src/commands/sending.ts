// node services/delivery/src/commands/sending.ts stop "why" | start | status
import { connectMongo, loadConfig, mongoEnv } from "@matinale/kit";
import { z } from "zod";
import { Switches } from "../store/sender-switch.ts";

const [command = "status", ...words] = process.argv.slice(2);
const config = loadConfig(z.object(mongoEnv));
const mongo = await connectMongo(config);
const switches = new Switches(mongo);
try {
  if (command === "stop") await switches.stop(words.join(" ") || "no reason given", new Date());
  else if (command === "start") await switches.start();
  else if (command !== "status") {
    process.stderr.write('say what to do: stop "why", start or status\n');
    process.exitCode = 2;
  }
  const stopped = await switches.stopped();
  process.stdout.write(
    stopped === null
      ? "Messages are sent.\n"
      : `Nothing is sent since ${stopped.stoppedAt.toISOString()}: ${stopped.reason}. Digests go on being composed; what waits for more than two hours is recorded as missed.\n`,
  );
} finally {
  await mongo.close();
}
