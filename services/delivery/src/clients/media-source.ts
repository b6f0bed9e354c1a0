import { identityHeader, inSpan, signIdentity, traceHeaders } from "@matinale/kit";
import { Pool } from "undici";

const fetchMs = 15_000;
const maxBytes = 16 * 1024 * 1024;

/** Reads the bytes of a voice note by its key. Events carry only the key. */
export interface MediaSource {
  /** @returns the bytes, or null when they are deleted. @throws when the source is unavailable */
  bytes(key: string): Promise<Uint8Array | null>;
}

export function contentMedia(config: {
  CONTENT_URL: string;
  INTERNAL_TOKEN_SECRET: string;
}): MediaSource & { close(): Promise<void> } {
  const { origin, pathname } = new URL(config.CONTENT_URL);
  const pool = new Pool(origin, { connections: 8, connect: { timeout: 2_000 } });
  const fetchBytes = async (key: string): Promise<Uint8Array | null> => {
    const token = await signIdentity({
      subject: "service:delivery",
      audience: "content",
      secret: config.INTERNAL_TOKEN_SECRET,
    });
    const { statusCode, body } = await pool.request({
      method: "GET",
      path: `${pathname.replace(/\/+$/, "")}/internal/media/${encodeURIComponent(key)}`,
      headers: { [identityHeader]: token, ...traceHeaders() },
      signal: AbortSignal.timeout(fetchMs),
    });
    if (statusCode !== 200) {
      await body.dump();
      if (statusCode === 404 || statusCode === 410) return null;
      throw new Error(`content answered ${statusCode} for a voice note`);
    }
    const bytes = await body.bytes();
    if (bytes.byteLength > maxBytes) throw new Error("a voice note is too large");
    return bytes;
  };
  return {
    bytes: (key) => inSpan("GET /internal/media/:key", "CLIENT", () => fetchBytes(key)),
    close: () => pool.close(),
  };
}
