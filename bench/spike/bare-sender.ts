import { Pool } from "undici";

/**
 * The reference: one process makes two calls a digest as fast as the provider answers, and stores nothing.
 * Prints its processor time at the end.
 */
const [origin = "", count = "0"] = process.argv.slice(2);
const pool = new Pool(origin, { connections: 64 });
const text = "Votre digest. ".repeat(60);
let next = 0;

const send = async (reference: string, rest: object): Promise<void> => {
  const { body } = await pool.request({
    method: "POST",
    path: "/v24.0/1001/messages",
    headers: { authorization: "Bearer token", "content-type": "application/json" },
    body: JSON.stringify({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "33600000000",
      biz_opaque_callback_data: reference,
      ...rest,
    }),
  });
  await body.json();
};

const worker = async (): Promise<void> => {
  while (next < Number(count)) {
    const id = `bare-${(next += 1)}`;
    await send(`${id}:text0`, { type: "text", text: { body: text, preview_url: false } });
    await send(`${id}:voice0`, { type: "audio", audio: { id: "9001", voice: true } });
  }
};

await Promise.all(Array.from({ length: 64 }, worker));
await pool.close();
const { user, system } = process.cpuUsage();
process.stdout.write(`${user + system}\n`);
