import type { Verdict } from "@matinale/newsroom/breaking";
import { earliest, indexedDocuments, storeOf } from "@matinale/kit/mongo";

/** An event that four outlets carried within half an hour, with the weight that others are compared with. */
type WeighedStory = {
  /** Id of the first story of the event. */
  _id: string;
  /** How fast its first four outlets reported it. */
  weight: number;
  verdict: Verdict;
  at: Date;
};

/** Longer than the month that is compared. */
const keptSeconds = 35 * 86_400;
/** An expected event says nothing about how fast breaking news spreads. */
const compared: Verdict[] = ["breaking", "slow", "late"];

const weighedStorySchema = indexedDocuments()
  .index({ weight: -1 })
  .index({ at: 1 }, { expireAfterSeconds: keptSeconds });

/** The events of the last month that spread fast: their weights are the threshold of the next alert. */
export class WeighedStories extends storeOf<WeighedStory>("weighed_stories", weighedStorySchema) {
  /** Stores a verdict. @returns whether it is new for this event */
  async record({ _id, at, ...judged }: WeighedStory): Promise<boolean> {
    const before = await this.model
      .findOneAndUpdate({ _id }, { $set: judged, $setOnInsert: { at } }, { upsert: true })
      .lean<WeighedStory>();
    return before?.verdict !== judged.verdict;
  }

  /** The weights of the heaviest events since then, the heaviest first, without the event of these stories. */
  async heaviest(since: Date, limit: number, except: readonly string[]): Promise<number[]> {
    const found = await this.model
      .find(
        { _id: { $nin: [...except] }, at: { $gte: since }, verdict: { $in: compared } },
        { weight: 1 },
      )
      .sort({ weight: -1 })
      .limit(limit)
      .lean<WeighedStory[]>();
    return found.map(({ weight }) => weight);
  }

  since(): Promise<Date | null> {
    return earliest(this.model, "at", {});
  }
}
