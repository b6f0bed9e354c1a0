import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import type { Faults } from "../faults.ts";
import type { Inbox } from "./inbox.ts";

/** An SMTP reply with the code of a fault: 4xx asks to try later, 5xx refuses for good. */
const refusal = (code: number): Error =>
  Object.assign(new Error("simulated fault"), { responseCode: code });

/** Larger than any mail about an account: the inbox is in memory. */
const maxBytes = 2 ** 20;

/** Receives mail for every address by SMTP, without TLS or log-in, and delivers none. */
export async function startMailServer(
  { host, port }: { host: string; port: number },
  { inbox, faults }: { inbox: Inbox; faults: Faults },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: maxBytes,
    closeTimeout: 100,
    onRcptTo: (_address, _session, answer) => {
      const { mailCode } = faults.forMail();
      if (mailCode === undefined) answer();
      else answer(refusal(mailCode));
    },
    onData: (stream, { envelope }, answer) => {
      const { mailFrom, rcptTo } = envelope;
      const from = mailFrom ? mailFrom.address : "";
      const to = rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((raw) => {
          if (stream.sizeExceeded) throw refusal(552);
          return inbox.receive(raw, { from, to });
        })
        .then(
          () => answer(),
          (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
        );
    },
  });
  // a client that closes its connection early is no failure of the simulator
  server.on("error", () => undefined);
  const listener = server.listen(port, host);
  await once(listener, "listening");
  const address = listener.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
