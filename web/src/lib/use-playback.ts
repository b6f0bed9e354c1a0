import { useCallback, useRef, useState } from "react";

/** `durationMs` is 0 until the browser knows it. */
const silent = { playing: false, failed: false, positionMs: 0, durationMs: 0 };

/** Plays an audio element of the page, whose ref is `attach`. Another element starts stopped, at the beginning. */
export function usePlayback() {
  const [state, setState] = useState(silent);
  const audio = useRef<HTMLAudioElement>(null);

  // The same function for every render: React would attach the element again for a new one.
  const attach = useCallback((element: HTMLAudioElement) => {
    audio.current = element;
    const isCurrent = () => audio.current === element;
    const update = (change: Partial<typeof silent>) => {
      if (isCurrent()) setState((before) => ({ ...before, ...change }));
    };
    const follow = () => {
      // At the end the browser pauses the sound first: a last update would replace the position 0.
      if (!isCurrent() || element.paused) return;
      update({ positionMs: element.currentTime * 1000 });
      requestAnimationFrame(follow);
    };
    element.addEventListener("play", () => {
      update({ playing: true, failed: false });
      requestAnimationFrame(follow);
    });
    element.addEventListener("loadedmetadata", () => {
      const { duration } = element;
      update({ durationMs: Number.isFinite(duration) ? duration * 1000 : 0 });
    });
    element.addEventListener("pause", () => update({ playing: false }));
    element.addEventListener("ended", () => update({ playing: false, positionMs: 0 }));
    // Captured, because the error of a `<source>` does not bubble.
    element.addEventListener("error", () => update({ playing: false, failed: true }), true);
    return () => {
      if (!element.paused) element.pause();
      audio.current = null;
      setState(silent);
    };
  }, []);

  const toggle = () => {
    const element = audio.current;
    // A sound that failed to load, as without a network, stays failed until it is loaded again.
    if (state.failed) element?.load();
    if (element?.paused) void element.play().catch(() => undefined);
    else element?.pause();
  };

  const seek = (ms: number) => {
    if (audio.current) audio.current.currentTime = ms / 1000;
    setState((before) => ({ ...before, positionMs: ms }));
  };

  return { state, attach, toggle, seek };
}
