import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usePlayback } from "./use-playback.ts";

function Player() {
  const { state, attach, toggle } = usePlayback();
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the test plays no sound */}
      <audio ref={attach} data-testid="audio" />
      <output>{state.positionMs}</output>
      <button type="button" onClick={toggle}>
        {state.failed ? "failed" : "play"}
      </button>
    </>
  );
}

// Frames of jsdom, which test files share, stop for good after a test that replaced timers while one was requested.
beforeEach(() => void vi.useFakeTimers({ toFake: ["requestAnimationFrame"] }));
afterEach(() => void vi.useRealTimers());
const nextFrame = () => act(() => void vi.advanceTimersToNextFrame());

test("a sound that has ended is at its beginning again", () => {
  render(<Player />);
  const audio: HTMLAudioElement = screen.getByTestId("audio");
  const paused = vi.spyOn(audio, "paused", "get").mockReturnValue(false);
  vi.spyOn(audio, "currentTime", "get").mockReturnValue(30);
  act(() => void audio.dispatchEvent(new Event("play")));
  nextFrame();
  expect(screen.getByRole("status")).toHaveTextContent(/^30000$/);
  // The browser pauses, and fires both events, before the next frame.
  paused.mockReturnValue(true);
  act(() => {
    audio.dispatchEvent(new Event("pause"));
    audio.dispatchEvent(new Event("ended"));
  });
  nextFrame();
  expect(screen.getByRole("status")).toHaveTextContent(/^0$/);
});

test("a sound that failed to load is loaded again", () => {
  render(<Player />);
  const audio: HTMLAudioElement = screen.getByTestId("audio");
  const calls: string[] = [];
  vi.spyOn(audio, "load").mockImplementation(() => void calls.push("load"));
  vi.spyOn(audio, "play").mockImplementation(async () => void calls.push("play"));
  act(() => screen.getByRole("button").click());
  expect(calls).toEqual(["play"]);
  act(() => void audio.dispatchEvent(new Event("error")));
  act(() => screen.getByRole("button", { name: "failed" }).click());
  expect(calls).toEqual(["play", "load", "play"]);
});
