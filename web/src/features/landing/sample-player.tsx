import type { Language, Voice } from "@matinale/contracts/browser";
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { useLanguage } from "../../i18n/use-language.ts";
import recordings from "./sample-recordings.json";

export interface Recording {
  durationMs: number;
  /** When each line begins, in milliseconds. */
  starts: number[];
  /** Loudness of equal slices, 0 to 100. */
  peaks: number[];
}

type Edition = Record<Voice, Recording> & { lines: string[] };

interface SamplePlayer {
  language: Language;
  voice: Voice;
  recording: Recording;
  lines: string[];
  playing: boolean;
  failed: boolean;
  positionMs: number;
  toggle: () => void;
  seek: (ms: number) => void;
  choose: (choice: { language?: Language; voice?: Voice }) => void;
}

const Player = createContext<SamplePlayer | null>(null);

export function useSamplePlayer(): SamplePlayer {
  const player = use(Player);
  if (!player) throw new Error("the sample has no player around it");
  return player;
}

/** One player for the hero and the sample section: both show the same position. */
export function SamplePlayerProvider({ children }: { children: ReactNode }) {
  const pageLanguage = useLanguage();
  const [chosenLanguage, setLanguage] = useState<Language>();
  const [voice, setVoice] = useState<Voice>("female");
  const language = chosenLanguage ?? pageLanguage;
  const { lines, [voice]: recording }: Edition = recordings[language];
  const { state, toggle, seek } = usePlayback(`/sample/${language}-${voice}.mp3`);
  const choose = useCallback((choice: { language?: Language; voice?: Voice }) => {
    if (choice.language) setLanguage(choice.language);
    if (choice.voice) setVoice(choice.voice);
  }, []);
  const player = useMemo(
    () => ({ language, voice, recording, lines, ...state, toggle, seek, choose }),
    [language, voice, recording, lines, state, toggle, seek, choose],
  );
  return <Player value={player}>{children}</Player>;
}

const silent = { playing: false, failed: false, positionMs: 0 };

/** Loads no audio before the first click. Another recording starts stopped, at its beginning. */
function usePlayback(source: string) {
  const [state, setState] = useState(silent);
  const audio = useRef<HTMLAudioElement>(null);

  useEffect(
    () => () => {
      audio.current?.pause();
      audio.current = null;
      setState(silent);
    },
    // The effect does not read the source: a new source stops the current recording.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
    [source],
  );

  const open = useCallback((): HTMLAudioElement => {
    if (audio.current) return audio.current;
    const element = new Audio(source);
    audio.current = element;
    const isCurrent = () => audio.current === element;
    const update = (change: Partial<typeof silent>) => {
      if (isCurrent()) setState((before) => ({ ...before, ...change }));
    };
    const follow = () => {
      update({ positionMs: element.currentTime * 1000 });
      if (isCurrent() && !element.paused) requestAnimationFrame(follow);
    };
    element.addEventListener("play", () => {
      update({ playing: true, failed: false });
      requestAnimationFrame(follow);
    });
    element.addEventListener("pause", () => update({ playing: false }));
    element.addEventListener("ended", () => update({ playing: false, positionMs: 0 }));
    element.addEventListener("error", () => update({ playing: false, failed: true }));
    return element;
  }, [source]);

  const toggle = useCallback(() => {
    const element = open();
    if (element.paused) void element.play().catch(() => undefined);
    else element.pause();
  }, [open]);

  const seek = useCallback(
    (ms: number) => {
      open().currentTime = ms / 1000;
      setState((before) => ({ ...before, positionMs: ms }));
    },
    [open],
  );

  return { state, toggle, seek };
}
