import { ErasedPeople, forgetAgain, type Bus } from "@matinale/bus";
import { planById, type UserId } from "@matinale/contracts";
import type { Logger, Service } from "@matinale/kit";
import { ensureIndexes, mongoCheck } from "@matinale/kit/mongo";
import { extractiveSummariser } from "@matinale/newsroom/summary";
import type { Connection } from "mongoose";
import { contentApp } from "./app.ts";
import { builtInCatalogue, catalogueAt } from "./clients/catalogue/catalogue.ts";
import { createFeedParser } from "./clients/feeds/feed-parser.ts";
import { createFeedReader } from "./clients/feeds/http-feed-reader.ts";
import { createOpenAiModel } from "./clients/openai/openai-model.ts";
import { createClipEncoder } from "./clients/clip-encoder.ts";
import { speechProviderOf } from "./clients/speech-provider.ts";
import type { Config } from "./config.ts";
import type { Spending } from "./domain/daily-budget.ts";
import type { LanguageModel } from "./domain/language-model.ts";
import { consumers } from "./consumers/index.ts";
import { contentWorkers } from "./workers/index.ts";
import { ClipSynthesiser } from "./application/synthesise-clip.ts";
import { dailyBudget } from "./application/spend-budget.ts";
import { DigestComposer } from "./application/compose-digest.ts";
import { modelSummariser } from "./application/summarise-by-model.ts";
import { shortLinksOf } from "./application/shorten-links.ts";
import { resilientSpeech } from "./application/resilient-speech.ts";
import { audioAssembler } from "./application/assemble-audio.ts";
import { ScriptWriter } from "./application/write-script.ts";
import { contentStores } from "./store/index.ts";

function modelOf(config: Config): LanguageModel | null {
  const { OPENAI_API_KEY: apiKey, OPENAI_MODEL: model, OPENAI_BASE_URL: baseUrl = null } = config;
  const { OPENAI_REASONING_EFFORT: effort } = config;
  return apiKey === undefined ? null : createOpenAiModel({ apiKey, model, effort, baseUrl });
}

/** Connects all parts of the service and starts nothing: `main.ts` and integration tests start it. */
export async function contentService(
  config: Config,
  { mongo, bus, logger }: { mongo: Connection; bus: Bus; logger: Logger },
): Promise<Service> {
  const stores = contentStores(mongo);
  const { alerts, clips, feeds, leases, media, requests, subscribers } = stores;
  const erased = new ErasedPeople(mongo);

  const product = config.PRODUCT_FILE;
  const trial = planById(product, product.trial.planId).limits;
  const url = config.FEED_CATALOGUE_URL;
  const catalogue = url === undefined ? builtInCatalogue : catalogueAt(url);
  const speech = speechProviderOf(config);
  const encoder = createClipEncoder(config.ENCODERS);
  const reader = createFeedReader({ allowedHosts: config.FEED_ALLOWED_HOSTS });
  const parser = createFeedParser();
  if (speech === null)
    logger.warn(
      { provider: config.SPEECH_PROVIDER },
      "no credentials of the speech provider, digests are text only",
    );
  const model = modelOf(config);
  if (model === null) logger.warn("no language model is configured, summaries are extractive");
  const budget = (spending: Spending, perDay: number) =>
    dailyBudget(stores.budgets, spending, perDay, logger);
  const tokens = budget("model_tokens", config.MODEL_TOKENS_PER_DAY);
  const characters = budget("speech_characters", config.SPEECH_CHARACTERS_PER_DAY);
  const summariser = model === null ? extractiveSummariser : modelSummariser(model, tokens);

  const stopping = new AbortController();
  const clipSynthesiser =
    speech &&
    new ClipSynthesiser(clips, resilientSpeech(speech, characters), encoder, stopping.signal);
  const making = {
    ...stores,
    scripts: new ScriptWriter(stores.scripts, summariser, stopping.signal),
    audioAssembler: clipSynthesiser && audioAssembler(clipSynthesiser, media),
    standIns: [
      ...(speech?.live === false ? (["speech"] as const) : []),
      ...(model?.live === false ? (["model"] as const) : []),
    ],
    logger,
  };
  const composer = new DigestComposer(making);
  const brand = product.brand.name;
  const { MEDIA_SECRET: secret, APP_URL: site } = config;
  const shortLinks = shortLinksOf(stores.links, { secret, site });
  const { workers, onRequested } = contentWorkers({
    ...making,
    composer,
    shortLinks,
    brand,
    stopping,
    catalogue,
    reader,
    parser,
    intervalMs: config.FEED_POLL_SECONDS * 1000,
  });
  await ensureIndexes(mongo);

  const forgetting = {
    erased,
    forget: async (ids: readonly UserId[]) => {
      await subscribers.eraseAll(ids);
      await requests.eraseAll(ids, "userId");
      await leases.eraseAll(ids);
    },
  };

  return {
    name: "content",
    config,
    logger,
    app: contentApp({
      feeds,
      media,
      shortLinks,
      requests,
      previewing: { subscribers, leases, composer, brand, trial, mediaSecret: secret },
      secret: config.INTERNAL_TOKEN_SECRET,
      logger,
    }),
    workers: [...workers, forgetAgain(forgetting, { logger })],
    consumers: bus.consume(consumers({ subscribers, requests, onRequested }, forgetting)),
    relay: bus.relay([requests.model, alerts.model]),
    ready: [mongoCheck(mongo)],
    close: [reader, parser, encoder, ...(speech === null ? [] : [speech]), bus, mongo],
  };
}
