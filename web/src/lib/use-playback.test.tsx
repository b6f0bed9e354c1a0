import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { usePlayback } from "./use-playback.ts";

function Player() {
  const { state, attach } = usePlayback();
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the test plays no sound */}
      <audio ref={attach} data-testid="audio" />
      <output>{state.positionMs}</output>
    </>
  );
}

const nextFrame = () => act(() => new Promise((resolve) => requestAnimationFrame(resolve)));

test("a sound that has ended is at its beginning again", async () => {
  render(<Player />);
  const audio: HTMLAudioElement = screen.getByTestId("audio");
  const paused = vi.spyOn(audio, "paused", "get").mockReturnValue(false);
  vi.spyOn(audio, "currentTime", "get").mockReturnValue(30);
  act(() => void audio.dispatchEvent(new Event("play")));
  await nextFrame();
  expect(screen.getByRole("status")).toHaveTextContent(/^30000$/);
  // The browser pauses, and fires both events, before the next frame.
  paused.mockReturnValue(true);
  act(() => {
    audio.dispatchEvent(new Event("pause"));
    audio.dispatchEvent(new Event("ended"));
  });
  await nextFrame();
  expect(screen.getByRole("status")).toHaveTextContent(/^0$/);
});
