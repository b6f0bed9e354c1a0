const marks: readonly [string, readonly number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
  // no mark, but a document that begins with "<" in two bytes
  ["utf-16le", [0x3c, 0x00]],
  ["utf-16be", [0x00, 0x3c]],
];

/** The encodings that Content-Type and XML declaration name, in this order, without those that do not exist. */
function declaredEncodings(bytes: Uint8Array, contentType: string | undefined): string[] {
  const header = /charset\s*=\s*["']?([\w.:-]+)/iu.exec(contentType ?? "")?.[1];
  const opening = String.fromCharCode(...bytes.subarray(0, 1_000));
  const xml = /<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/iu.exec(opening)?.[1];
  return [header, xml].flatMap((label) => {
    try {
      return label === undefined ? [] : [new TextDecoder(label).encoding];
    } catch {
      return [];
    }
  });
}

const windows1252 = new TextDecoder("windows-1252");
/** The characters of Windows-1252 instead of control characters, which no document has: "’" was written as 0x92. */
const withoutControls = (text: string): string =>
  text.replaceAll(/[\u0080-\u009F]/gu, (control) =>
    windows1252.decode(Uint8Array.of(control.charCodeAt(0))),
  );

function decoded(bytes: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes);
  return encoding.startsWith("iso-8859") ? withoutControls(text) : text;
}

const fits = (bytes: Uint8Array, encoding: string): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** The first bytes of UTF-8’s accents and typography without their last byte: no word of another encoding has them. */
const cutCharacter = /[\u00C2\u00C3](?![\u0080-\u00BF])|\u00E2[\u0080-\u0084](?![\u0080-\u00BF])/gu;

/** Whether a document is UTF-8, perhaps with a few broken characters: in other encodings, nearly all accents are broken. */
function isUtf8(bytes: Uint8Array): boolean {
  if (fits(bytes, "utf-8")) return true;
  const text = decoded(bytes, "utf-8");
  const broken = text.match(/\uFFFD/gu)?.length ?? 0;
  const whole = text.match(/[\u0080-\uFFFC\u{10000}-\u{10FFFF}]/gu)?.length ?? 0;
  const cut = Buffer.from(bytes).toString("latin1").match(cutCharacter)?.length ?? 0;
  return whole + cut >= broken - cut;
}

/**
 * Decodes a document by its byte order mark, else by its content, then by its Content-Type and XML declaration: feeds
 * declare ISO-8859 and are UTF-8, and the reverse. A broken character becomes U+FFFD and does not change how the others
 * are read. A document that is not UTF-8 and names no other encoding is read as Windows-1252.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const mark = marks.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte));
  if (mark !== undefined) return decoded(bytes, mark[0]);
  const declared = declaredEncodings(bytes, contentType);
  const other = declared.find((name) => !name.startsWith("utf-")) ?? "windows-1252";
  return decoded(bytes, isUtf8(bytes) ? "utf-8" : other);
}

/** The bytes of the characters of Windows-1252 that have another code in Unicode. */
const byteOf = new Map(
  Array.from({ length: 32 }, (_, at) => [
    decoded(Uint8Array.of(0x80 + at), "windows-1252"),
    0x80 + at,
  ]),
);
/** Latin letters and signs, typography and emoji. */
const expected = /^(?:[\0-\u00FF\u0152-\u017F\u2000-\u2BFF\u{1F000}-\u{1FAFF}]|\uFE0F)*$/u;

/**
 * A text that its feed has encoded in UTF-8 twice ("FÃªte"), as it was written. Every other text is unchanged: "CAFÉ" with a
 * no-break space is also UTF-8, but of a letter that neither French nor English have.
 */
export function withoutDoubleEncoding(text: string): string {
  if (!/[ÂÃÅâð]/u.test(text)) return text;
  const bytes = Array.from(text, (character) => byteOf.get(character) ?? character.charCodeAt(0));
  if (bytes.some((byte) => byte > 0xff)) return text;
  const raw = Uint8Array.from(bytes);
  const once = fits(raw, "utf-8") ? decoded(raw, "utf-8") : text;
  return expected.test(once) ? once : text;
}
