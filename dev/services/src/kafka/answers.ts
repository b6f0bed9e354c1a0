import { portAnswers } from "../ports.ts";

// An open port is not yet a broker: ask for its ApiVersions (size, key 18, version 0, correlation 1, empty client id).
const request = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0, 0]);

/** True when a Kafka broker behind this port answers. */
export const kafkaAnswers = (port: number): Promise<boolean> =>
  portAnswers(
    port,
    request,
    (answer) => answer.length >= 10 && answer.readInt32BE(4) === 1 && answer.readInt16BE(8) === 0,
  );
