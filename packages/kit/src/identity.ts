// single modules: the whole package takes eight times the memory
import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import { LRUCache } from "lru-cache";

/** Carries the signed identity from the gateway to a service. */
export const identityHeader = "x-internal-identity";

const issuer = "matinale";
const lifetimeSeconds = 60;
const keys = new Map<string, Uint8Array>();

function keyOf(secret: string): Uint8Array {
  const key = keys.get(secret) ?? new TextEncoder().encode(secret);
  keys.set(secret, key);
  return key;
}

interface Claim {
  /** A user's id, or "service:<name>" for a service that acts as itself. */
  subject: string;
  /** Name of the service that may accept it. */
  audience: string;
  secret: string;
}

/** A token of 60 seconds (HS256, RFC 7519) for one subject and one audience. */
export const signIdentity = ({ subject, audience, secret }: Claim): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(issuer)
    .setSubject(subject)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .sign(keyOf(secret));

interface Verified {
  secret: string;
  subject: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** The gateway sends the same token for half a minute: a service verifies it once. */
const verified = new LRUCache<string, Verified>({ max: 2_000, ttl: lifetimeSeconds * 1000 });

/** @throws when the token is forged, expired or meant for another audience */
export async function verifyIdentity(
  token: string,
  { audience, secret }: Omit<Claim, "subject">,
): Promise<{ subject: string }> {
  const key = `${audience} ${token}`;
  const known = verified.get(key);
  if (known?.secret === secret && Date.now() < known.expiresAt) return { subject: known.subject };
  const { payload } = await jwtVerify(token, keyOf(secret), {
    issuer,
    audience,
    algorithms: ["HS256"],
    requiredClaims: ["sub", "exp"],
  });
  const { sub: subject = "", exp = 0 } = payload;
  verified.set(key, { secret, subject, expiresAt: exp * 1000 });
  return { subject };
}
