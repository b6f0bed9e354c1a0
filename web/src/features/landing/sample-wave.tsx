import { Wave } from "../../components/wave.tsx";
import { useSamplePlayer } from "./sample-player.tsx";

/** The waveform of the recording with the playing position. */
export function SampleWave() {
  const { recording, positionMs } = useSamplePlayer();
  return <Wave peaks={recording.peaks} heard={positionMs / recording.durationMs} />;
}
