import { identityHeader, inSpan, signIdentity, traceHeaders } from "@matinale/kit";

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
}): MediaSource {
  const root = `${config.CONTENT_URL.replace(/\/+$/, "")}/internal/media`;
  const fetchBytes = async (key: string): Promise<Uint8Array | null> => {
    const token = await signIdentity({
      subject: "service:delivery",
      audience: "content",
      secret: config.INTERNAL_TOKEN_SECRET,
    });
    const answer = await fetch(`${root}/${encodeURIComponent(key)}`, {
      headers: { [identityHeader]: token, ...traceHeaders() },
      signal: AbortSignal.timeout(fetchMs),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.status === 404 || answer.status === 410) return null;
    if (!answer.ok) throw new Error(`content answered ${answer.status} for a voice note`);
    if (bytes.byteLength > maxBytes) throw new Error("a voice note is too large");
    return bytes;
  };
  return {
    bytes: (key) => inSpan("GET /internal/media/:key", "CLIENT", () => fetchBytes(key)),
  };
}
