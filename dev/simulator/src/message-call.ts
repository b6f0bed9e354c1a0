import { setTimeout as wait } from "node:timers/promises";
import type { Request, Response } from "express";
import type { ApiError } from "./api-error.ts";
import type { Content, Message } from "./phone/phone.ts";
import type { Simulation } from "./simulation.ts";

interface MessageCall {
  to: string;
  type: string;
  callbackData?: string | undefined;
  /**
   * @param code  of the fault that this call must fail with
   * @throws Error  when the provider refuses the message
   */
  content: (code: number | undefined) => Content | Promise<Content>;
  body: (message: Message) => object;
  status: number;
  asApiError: (error: unknown) => ApiError;
}

/** Passes a message to its phone, logs the call and responds, delayed or cut off by the simulated fault. */
export async function handleMessageCall(
  req: Request,
  res: Response,
  { faults, log, phones }: Simulation,
  { to, type, callbackData, status, ...api }: MessageCall,
): Promise<void> {
  const { code, delayMs = 0, dropAnswer } = faults.forMessage(to);
  const call = { kind: "message", to, type, callbackData } as const;
  let respond: () => void;
  try {
    const message = phones.receive(to, await api.content(code), callbackData);
    log.record({ ...call, status, messageId: message.id });
    respond = () => res.status(status).json(api.body(message));
  } catch (error) {
    const refusal = api.asApiError(error);
    log.record({ ...call, status: refusal.status, code: refusal.code });
    respond = () => refusal.send(res);
  }
  if (delayMs > 0) await wait(delayMs);
  if (dropAnswer) req.socket.destroy();
  else respond();
}
