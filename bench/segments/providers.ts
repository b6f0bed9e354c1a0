import { packPackets } from "../../services/content/src/domain/sound/packets.ts";
import type { LanguageModel } from "../../services/content/src/domain/language-model.ts";
import type { Speech } from "../../services/content/src/domain/speech.ts";
import type { EncodedClip, SoundEncoder } from "../../services/content/src/domain/sound/encoded.ts";

/** As many packets as a story of so many seconds has, about as large as speech at 20 kbit/s makes them. */
export function clipOf(seconds: number): EncodedClip {
  const packets = Array.from({ length: seconds * 50 }, (_, index) =>
    new Uint8Array(40 + ((index * 7) % 21)).map((__, at) => (index * at) & 255),
  );
  // configuration 9, one frame of 20 ms a packet, mono (RFC 6716, 3.1)
  for (const packet of packets) packet[0] = 9 << 3;
  return { opus: packPackets(packets), mp3: new Uint8Array(), durationMs: seconds * 1_000 };
}

/** Providers that answer at once and count what they are asked. */
export function countingProviders() {
  const asked = { model: 0, speech: 0 };
  const model: LanguageModel = {
    live: true,
    draft: ({ articles }) => {
      asked.model += 1;
      const [{ title = "" } = {}] = JSON.parse(articles.replace(/<\/?articles>/gu, "")) as {
        title?: string;
      }[];
      const english = title.startsWith("The ");
      const sentence = english
        ? "It is what is written about in the town this morning."
        : "Il en est question dans la presse de ce matin.";
      return Promise.resolve({ headline: title, sentences: [sentence] });
    },
  };
  const speech: Speech = {
    live: true,
    speak: (text) => {
      asked.speech += 1;
      return Promise.resolve(new TextEncoder().encode(text));
    },
  };
  const short = clipOf(2);
  const encoder: SoundEncoder = { encode: () => Promise.resolve(short) };
  return { asked, model, speech, encoder };
}
