export type ByteRange = { start: number; end: number };

/**
 * The range of a Range header (RFC 9110, 14.1.2), both ends inclusive. `null` to send the whole file: no header, another
 * unit, several ranges or an invalid value. "unsatisfiable" when the range begins after the end of the file.
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
