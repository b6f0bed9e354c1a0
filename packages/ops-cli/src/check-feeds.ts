import { connectMongo } from "@matinale/kit/mongo";
import type { CheckResult } from "./check.ts";

/** Feeds of the catalogue that are polled. */
const polled = { listed: true, off: { $ne: true } };

/**
 * How many outlets give only their headlines: digests tell nothing else of their articles.
 *
 * @param database  of content
 * @returns a warning when they are more than half of the outlets
 */
export async function outletTerms(uri: string, database: string): Promise<CheckResult> {
  const connection = await connectMongo({ MONGODB_URI: uri, MONGODB_DATABASE: database });
  try {
    const feeds = connection.collection("feeds");
    const [outlets, telling] = await Promise.all([
      feeds.distinct("outlet", polled),
      feeds.distinct("outlet", { ...polled, terms: { $ne: "headline" } }),
    ]);
    const all = outlets.length;
    if (all === 0) return { message: "no outlet is polled yet" };
    const headlinesOnly = all - telling.length;
    if (headlinesOnly === 0) return { message: `${all} outlets, none gives headlines only` };
    return {
      message: `${headlinesOnly} of ${all} outlets give headlines only: digests tell no more of their articles. Agree on a licence and set “terms” in the catalogue of feeds`,
      isWarning: headlinesOnly > all / 2,
    };
  } finally {
    await connection.close();
  }
}
