/**
 * Which subscriber has which LID: the id, `…@lid`, that a linked phone reports instead of a number that
 * WhatsApp hides.
 */
export interface Lids {
  /** Stores the LID of the subscriber who has this number, if there is one. Repeats change nothing. */
  rememberLid(lid: string, digits: string): Promise<void>;
  /** @returns digits of the number of the subscriber who has this LID, or null */
  numberOfLid(lid: string): Promise<string | null>;
}
