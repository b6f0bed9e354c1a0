import { expiringDocuments, isDuplicateKey, storeOf } from "@matinale/kit";

type ShortLinkDocument = { _id: string; url: string; expiresAt: Date };

/** Addresses of articles by the id of their short link. It has no data of readers. */
export class ShortLinkStore extends storeOf<ShortLinkDocument>("short_links", expiringDocuments()) {
  /** Stores links. A link that exists keeps its address and expires at the later instant. */
  async keep(links: readonly { id: string; url: string }[], expiresAt: Date): Promise<void> {
    if (links.length === 0) return;
    const operations = links.map(({ id, url }) => ({
      updateOne: {
        filter: { _id: id },
        update: { $setOnInsert: { url }, $max: { expiresAt } },
        upsert: true,
      },
    }));
    try {
      await this.model.bulkWrite(operations, { ordered: false });
    } catch (error) {
      // another process has inserted the same link at the same moment
      if (!isDuplicateKey(error)) throw error;
      await this.model.bulkWrite(operations, { ordered: false });
    }
  }

  /** The address of a link that has not expired at `now`. The index removes expired links up to a minute late. */
  async addressOf(id: string, now: Date): Promise<string | null> {
    const found = await this.model.findOne({ _id: id, expiresAt: { $gt: now } }).lean();
    return found?.url ?? null;
  }
}
