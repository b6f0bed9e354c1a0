import { indexedDocuments, storeOf } from "@matinale/kit";
import type { Connection } from "mongoose";
import { batched } from "./batched.ts";

interface WithdrawnStory {
  _id: string;
  at: Date;
}

/** Longer than content keeps a story, 9 days. */
const keptSeconds = 14 * 86_400;

const schema = indexedDocuments().index({ at: 1 }, { expireAfterSeconds: keptSeconds });

/** Stories that an operator has withdrawn: a digest or an alert that covers one of them is not sent. */
export class WithdrawnStories extends storeOf<WithdrawnStory>("withdrawn_stories", schema) {
  /** Whether one of these stories is withdrawn. Batched: an alert has a delivery for each of its subscribers. */
  readonly hasAny: (ids: readonly string[]) => Promise<boolean>;

  constructor(connection: Connection) {
    super(connection);
    this.hasAny = batched(async (lists) => {
      const found = await this.among([...new Set(lists.flat())]);
      return lists.map((ids) => ids.some((id) => found.has(id)));
    });
  }

  /** @returns false when it was withdrawn before */
  add(id: string, now: Date): Promise<boolean> {
    return this.insertNew(id, { at: now });
  }

  async among(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.model
      .find({ _id: { $in: [...ids] } }, { _id: 1 })
      .lean<Pick<WithdrawnStory, "_id">[]>();
    return new Set(found.map(({ _id }) => _id));
  }
}
