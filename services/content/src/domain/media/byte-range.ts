export type ByteRange = { start: number; end: number };

/**
 * The one range that a Range header asks for (RFC 9110, 14.1.2), both ends inclusive. `null` when the whole is to be
 * sent: no header, another unit, several ranges, or nothing to understand; "unsatisfiable" when it begins after the end.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | null | "unsatisfiable" {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/u.exec(header?.trim() ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (match === null || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Number(last);
    return length === 0 ? "unsatisfiable" : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
