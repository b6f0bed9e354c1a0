import { Wave } from "../../components/wave.tsx";
import { useSamplePlayer } from "./sample-player.tsx";

/** The recording's own loudness, and how far it has been heard. */
export function SampleWave() {
  const { recording, positionMs } = useSamplePlayer();
  return <Wave peaks={recording.peaks} heard={positionMs / recording.durationMs} />;
}
