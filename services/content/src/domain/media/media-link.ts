import { createHmac, timingSafeEqual } from "node:crypto";

const signatureOf = (key: string, expires: string, secret: string): string =>
  createHmac("sha256", secret).update(`${key}\n${expires}`).digest("base64url");

/** A signed path of a media file, valid until `expires`. Signed because an audio element cannot send an identity token. */
export function mediaLink(key: string, expires: Date, secret: string): string {
  const exp = String(Math.floor(expires.getTime() / 1000));
  return `/media/${key}?exp=${exp}&sig=${signatureOf(key, exp, secret)}`;
}

/** Whether the link was signed with this secret and has not expired. */
export function isValidMediaLink(
  link: { key: string; exp: string; sig: string },
  secret: string,
  now: Date,
): boolean {
  const expected = Buffer.from(signatureOf(link.key, link.exp, secret));
  const given = Buffer.from(link.sig);
  const genuine = expected.length === given.length && timingSafeEqual(expected, given);
  return genuine && Number(link.exp) * 1000 > now.getTime();
}
