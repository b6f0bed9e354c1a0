import { unlessDuplicate } from "@matinale/kit";
import { expiringDocuments, storeOf, upsertAll } from "@matinale/kit/mongo";

type ShortLinkDocument = { _id: string; url: string; expiresAt: Date };

/** Addresses of articles by the id of their short link. It has no data of readers. */
export class ShortLinkStore extends storeOf<ShortLinkDocument>("short_links", expiringDocuments()) {
  /** Stores links. A link that exists keeps its address and expires at the later instant. */
  async keep(links: readonly { id: string; url: string }[], expiresAt: Date): Promise<void> {
    const updates = links.map(({ id, url }) => ({
      _id: id,
      update: { $setOnInsert: { url }, $max: { expiresAt } },
    }));
    // a duplicate: another process has inserted the same link at the same moment
    if (await unlessDuplicate(upsertAll(this.model, updates))) return;
    await upsertAll(this.model, updates);
  }

  /** The address of a link that has not expired at `now`. The index removes expired links up to a minute late. */
  async addressOf(id: string, now: Date): Promise<string | null> {
    const found = await this.model.findOne({ _id: id, expiresAt: { $gt: now } }).lean();
    return found?.url ?? null;
  }
}
