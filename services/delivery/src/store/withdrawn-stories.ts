import { indexedDocuments, storeOf } from "@matinale/kit/mongo";

interface WithdrawnStory {
  _id: string;
  at: Date;
}

/** Longer than content keeps a story, 9 days. */
const keptSeconds = 14 * 86_400;

const schema = indexedDocuments().index({ at: 1 }, { expireAfterSeconds: keptSeconds });

/** Stories that an operator has withdrawn: a digest or an alert that covers one of them is not sent. */
export class WithdrawnStories extends storeOf<WithdrawnStory>("withdrawn_stories", schema) {
  /** @returns false when it was withdrawn before */
  add(id: string, now: Date): Promise<boolean> {
    return this.insertNew(id, { at: now });
  }

  async among(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const found = await this.model
      .find({ _id: { $in: [...ids] } }, { _id: 1 })
      .lean<Pick<WithdrawnStory, "_id">[]>();
    return new Set(found.map(({ _id }) => _id));
  }
}
