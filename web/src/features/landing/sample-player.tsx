import type { Language, Voice } from "@matinale/contracts/browser";
import { createContext, use, useState, type ReactNode } from "react";
import { PlayButton } from "../../components/play-button.tsx";
import { useTexts } from "../../i18n/use-texts.ts";
import { usePlayback } from "../../lib/use-playback.ts";
import recordings from "./sample-recordings.json";

export interface Recording {
  durationMs: number;
  /** When each line begins, in milliseconds. */
  starts: number[];
  /** Loudness of equal slices, 0 to 100. */
  peaks: number[];
}

type Edition = Record<Voice, Recording> & { lines: string[] };

const Player = createContext<ReturnType<typeof usePlayer> | null>(null);

export function useSamplePlayer() {
  const player = use(Player);
  if (!player) throw new Error("the sample has no player around it");
  return player;
}

/** One player for the hero and the sample section: both show the same position. */
export function SamplePlayerProvider({ children }: { children: ReactNode }) {
  const player = usePlayer();
  const { source, attach } = player;
  return (
    <Player value={player}>
      {children}
      {/* The key creates a new player for another recording. Nothing is loaded before the first use. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript is on the page */}
      <audio key={source} ref={attach} preload="none" src={source} />
    </Player>
  );
}

function usePlayer() {
  const { language: pageLanguage } = useTexts();
  const [chosenLanguage, setLanguage] = useState<Language>();
  const [voice, setVoice] = useState<Voice>("female");
  const language = chosenLanguage ?? pageLanguage;
  const { lines, [voice]: recording }: Edition = recordings[language];
  const source = `/sample/${language}-${voice}.mp3`;
  const { state, attach, toggle, seek } = usePlayback();
  const choice = { language, setLanguage, voice, setVoice };
  return { ...choice, recording, lines, source, ...state, attach, toggle, seek };
}

/** Plays the sample; the hero and the sample section share its state. */
export function SamplePlayButton() {
  const { t } = useTexts();
  const { playing, toggle } = useSamplePlayer();
  return (
    <PlayButton
      playing={playing}
      label={t(playing ? "landing.sample.pause" : "landing.sample.play")}
      onClick={toggle}
    />
  );
}
