import { storiesOf } from "../domain/digest/digest-plan.ts";
import { digestTexts, moreTexts } from "../domain/digest/digest-text.ts";
import type { DigestAnswer } from "../store/compositions.ts";
import type { Composition } from "./compose-digest.ts";

/** The answer of a composition: texts, audio, and the reason when audio is missing. */
export function digestAnswer(composition: Composition): DigestAnswer {
  const { digest, simulated } = composition;
  if (composition.outcome === "nothing_new") {
    return {
      texts: [],
      more: [],
      audio: [],
      audioMissing: "nothing_new",
      stories: [],
      simulated,
    };
  }
  const { missing, complete, audio } = composition;
  const partial = !complete;
  return {
    texts: digestTexts(digest, { missing, partial, format: "whatsapp" }),
    more: moreTexts(composition.more, digest.language),
    audio,
    audioMissing: missing === "" && partial ? "partial" : missing,
    stories: storiesOf(digest).map(({ story, script }) => ({
      storyId: story.id,
      category: story.category,
      title: script.headline,
      sources: [...story.sources, ...(story.elsewhere ?? [])].map(({ outlet, url }) => ({
        outlet,
        url,
      })),
    })),
    simulated,
  };
}
