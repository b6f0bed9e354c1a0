const marks: readonly [string, readonly number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

function declared(bytes: Uint8Array, contentType: string | undefined): string {
  const mark = marks.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte));
  if (mark !== undefined) return mark[0];
  const header = /charset\s*=\s*["']?([\w.:-]+)/iu.exec(contentType ?? "")?.[1];
  if (header !== undefined) return header;
  const opening = String.fromCharCode(...bytes.subarray(0, 200));
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/iu.exec(opening)?.[1] ?? "utf-8";
}

const read = (bytes: Uint8Array, encoding: string, fatal: boolean): string | null => {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Decodes an XML document by its byte order mark, its Content-Type or its declaration, in this order (RFC 7303). When the
 * declared encoding does not fit, or is Latin-1, the document is read as UTF-8 if it is valid UTF-8, else as Windows-1252,
 * which such feeds use in practice.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const encoding = declared(bytes, contentType);
  // any bytes are valid Latin-1, so a declared Latin-1 proves nothing: try UTF-8 first
  const latin = /^(?:us-)?ascii$|^iso-?8859-1$|^latin-?1$|^windows-1252$|^cp1252$/iu.test(encoding);
  return (
    (latin ? null : read(bytes, encoding, true)) ??
    read(bytes, "utf-8", true) ??
    read(bytes, "windows-1252", false) ??
    ""
  );
}
