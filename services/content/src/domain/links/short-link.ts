import { createHmac } from "node:crypto";

/**
 * The id of an article's short link: a keyed hash of the article's address, 80 bits. The same article has the same id for
 * every reader and every replica. Without the secret an id can neither be guessed nor made for another address. It has no
 * signs that WhatsApp formats.
 */
export const shortLinkId = (url: string, secret: string): string =>
  createHmac("sha256", secret).update(`article\n${url}`).digest("hex").slice(0, 20);
