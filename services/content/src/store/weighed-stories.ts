import type { Verdict } from "@matinale/newsroom/breaking";
import { indexedDocuments } from "@matinale/kit";
import type { Connection, Model } from "mongoose";

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
export class WeighedStories {
  readonly #weighed: Model<WeighedStory>;

  constructor(connection: Connection) {
    this.#weighed = connection.model<WeighedStory>(
      "WeighedStory",
      weighedStorySchema,
      "weighed_stories",
    );
  }

  /** Stores a verdict. @returns whether it is new for this event */
  async record({ _id, at, ...judged }: WeighedStory): Promise<boolean> {
    const before = await this.#weighed
      .findOneAndUpdate({ _id }, { $set: judged, $setOnInsert: { at } }, { upsert: true })
      .lean<WeighedStory>();
    return before?.verdict !== judged.verdict;
  }

  /** The weights of the heaviest events since then, the heaviest first, without the event of these stories. */
  async heaviest(since: Date, limit: number, except: readonly string[]): Promise<number[]> {
    const found = await this.#weighed
      .find(
        { _id: { $nin: [...except] }, at: { $gte: since }, verdict: { $in: compared } },
        { weight: 1 },
      )
      .sort({ weight: -1 })
      .limit(limit)
      .lean<WeighedStory[]>();
    return found.map(({ weight }) => weight);
  }

  /** When the first stored event was weighed. */
  async since(): Promise<Date | null> {
    const first = await this.#weighed.findOne().sort({ at: 1 }).lean<WeighedStory>();
    return first?.at ?? null;
  }
}
