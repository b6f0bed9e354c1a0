import { PlayDisc as Disc } from "../../components/play-disc.tsx";
import { useTranslation } from "../../i18n/translation.tsx";
import { useSamplePlayer } from "./sample-player.tsx";

/** Plays the sample, wherever on the page it stands. */
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
