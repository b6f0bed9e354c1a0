import { element, icon, svgBox, svgPath } from "./element.js";
import { word } from "./words.js";

const BARS = 46;
const PITCH = 6;
const HEIGHT = 40;
let playing;

/** 92 seconds -> "1:32". */
export function clock(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * A player with the waveform of the audio, which is loaded once the player is visible.
 *
 * @param played  called when playback starts
 */
export function voiceNote(audio, played) {
  const sound = new Audio();
  const disc = element(
    "button",
    { class: "play", type: "button", "aria-label": word("play") },
    icon("play-solid", ""),
  );
  const position = element("input", {
    type: "range",
    min: 0,
    max: 1000,
    value: 0,
    "aria-label": word("seek"),
  });
  const wave = element("span", { class: "wave" }, drawing(placeholder()), position);
  const voice = element("div", { class: "voice" }, disc, wave);
  const time = element("span", {}, clock(audio.durationMs));
  const totalSeconds = audio.durationMs / 1000;

  const show = () => {
    const share = totalSeconds > 0 ? Math.min(1, sound.currentTime / totalSeconds) : 0;
    voice.style.setProperty("--progress", `${share * 100}%`);
    position.value = share * 1000;
    const idle = sound.paused && (share === 0 || share >= 0.999);
    time.textContent = clock(idle ? audio.durationMs : sound.currentTime * 1000);
    position.setAttribute("aria-valuetext", time.textContent);
  };
  const face = (name, label) => {
    disc.replaceChildren(icon(name, ""));
    disc.setAttribute("aria-label", word(label));
  };
  const follow = () => {
    show();
    if (!sound.paused) requestAnimationFrame(follow);
  };
  const load = () => {
    if (!sound.src) sound.src = audio.url;
  };

  disc.addEventListener("click", () => {
    load();
    if (!sound.paused) sound.pause();
    else {
      if (sound.ended) sound.currentTime = 0;
      void sound.play();
    }
  });
  position.addEventListener("input", () => {
    load();
    sound.currentTime = (position.value / 1000) * totalSeconds;
    show();
  });
  sound.addEventListener("play", () => {
    if (playing !== sound) playing?.pause();
    playing = sound;
    face("pause-solid", "pause");
    follow();
    played();
  });
  for (const event of ["pause", "ended"]) {
    sound.addEventListener(event, () => {
      face("play-solid", "play");
      show();
    });
  }
  whenSeen(wave, async () => {
    const peaks = await levelsOf(audio.url).catch(() => undefined);
    if (peaks) wave.replaceChild(drawing(peaks), wave.firstChild);
  });
  return { voice, time };
}

function whenSeen(node, run) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    void run();
  });
  observer.observe(node);
}

/** RMS of each bar, normalised to the loudest bar. */
async function levelsOf(url) {
  const file = await (await fetch(url)).arrayBuffer();
  const decoded = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(file);
  const samples = decoded.getChannelData(0);
  const size = Math.max(1, Math.floor(samples.length / BARS));
  const peaks = Array.from({ length: BARS }, (_, bar) => {
    let power = 0;
    for (let at = bar * size; at < (bar + 1) * size && at < samples.length; at += 1) {
      power += samples[at] ** 2;
    }
    return Math.sqrt(power / size);
  });
  const loudest = Math.max(...peaks, 1e-6);
  return peaks.map((peak) => peak / loudest);
}

/** Bars that are shown until the audio has loaded. */
function placeholder() {
  return Array.from({ length: BARS }, () => 0.12);
}

function drawing(peaks) {
  const bars = peaks
    .map((peak, bar) => {
      const half = Math.max(0.06, peak) * (HEIGHT / 2 - 4);
      const x = bar * PITCH + PITCH / 2;
      return `M${x} ${(HEIGHT / 2 - half).toFixed(1)}V${(HEIGHT / 2 + half).toFixed(1)}`;
    })
    .join("");
  return svgBox(`0 0 ${BARS * PITCH} ${HEIGHT}`, svgPath("rest", bars), svgPath("done", bars));
}
