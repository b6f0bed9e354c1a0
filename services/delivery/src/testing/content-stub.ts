import { type Bus, consumer, record, type OutboxEntry, type Received } from "@matinale/bus";

export type DigestRequest = NonNullable<Received<"digest.requested">["message"]>;

/** Composes the digest for a request; null sends no answer. */
export type Composer = (request: DigestRequest) => {
  texts: string[];
  voiceNotes: string[];
  missing?: string;
  more?: string[];
  /** Ids of the stories; without it, one story in each category. */
  stories?: string[];
  moreStories?: string[];
} | null;

export const oneTextOneVoice: Composer = () => ({
  texts: ["Le digest"],
  voiceNotes: ["a".repeat(64)],
});

/** Stands in for content: keeps the requests and answers each with what the composer returns. */
export async function startContentStub(
  bus: Pick<Bus, "consume">,
  publish: (entries: OutboxEntry[]) => Promise<void>,
) {
  const requests: DigestRequest[] = [];
  let compose: Composer = oneTextOneVoice;
  const [listener] = bus.consume([
    consumer({
      topic: "digest.requested",
      handle: async (received) => {
        const answers = received.flatMap(({ message }) => {
          if (message === null) return [];
          requests.push(message);
          return audioReady(message, compose);
        });
        await publish(answers);
      },
    }),
  ]);
  await listener?.start();
  return {
    requests,
    setComposer: (next: Composer) => {
      compose = next;
    },
    /** Answers a request, even if it was answered before. */
    answer: (request: DigestRequest, composer: Composer) => publish(audioReady(request, composer)),
    stop: async () => listener?.stop(),
  };
}

function audioReady(request: DigestRequest, composer: Composer): OutboxEntry[] {
  const digest = composer(request);
  if (digest === null) return [];
  const { digestId, userId, categories } = request;
  const stories = digest.stories ?? (digest.texts.length > 0 ? categories : []);
  const category = categories[0] ?? "";
  return [
    record("audio.ready", {
      digestId,
      userId,
      texts: digest.texts,
      more: digest.more ?? [],
      audio: digest.voiceNotes.map((sha256) => ({
        mediaKey: sha256,
        sha256,
        mime: "audio/ogg; codecs=opus",
        bytes: 10,
        durationMs: 1_000,
      })),
      stories: stories.map((storyId) => ({
        storyId,
        category: digest.stories === undefined ? storyId : category,
        title: `À propos de ${storyId}`,
      })),
      moreStoryIds: digest.moreStories ?? [],
      audioMissing: digest.missing ?? "",
    }),
  ];
}
