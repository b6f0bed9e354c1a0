import { PlayDisc as Disc } from "../../components/play-disc.tsx";
import { useTranslation } from "react-i18next";
import { useSamplePlayer } from "./sample-player.tsx";

/** Plays the sample; the hero and the sample section share its state. */
export function PlayDisc() {
  const { t } = useTranslation();
  const { playing, toggle } = useSamplePlayer();
  return (
    <Disc
      playing={playing}
      label={t(playing ? "landing.sample.pause" : "landing.sample.play")}
      onClick={toggle}
    />
  );
}
