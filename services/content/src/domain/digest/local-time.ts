/** "YYYY-MM-DD HH:MM:SS" in a zone; null for a zone that this runtime does not know: events carry any text. */
export function localTime(timeZone: string, at: Date): string | null {
  try {
    return at.toLocaleString("sv-SE", { timeZone });
  } catch {
    return null;
  }
}
