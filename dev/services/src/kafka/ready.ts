import { probePort } from "../ports.ts";

// An open port may not be ready. ApiVersions request: size, key 18, version 0, correlation id 1, empty client id.
const request = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0, 0]);

/** True when a Kafka broker on this port responds. */
export const isKafkaReady = (port: number): Promise<boolean> =>
  probePort(
    port,
    request,
    (response) =>
      response.length >= 10 && response.readInt32BE(4) === 1 && response.readInt16BE(8) === 0,
  );
