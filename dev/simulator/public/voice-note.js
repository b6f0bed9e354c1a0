import { button, element, icon } from "./element.js";
import { locale, word } from "./words.js";

const BARS = 46;
const PITCH = 6;
const HEIGHT = 40;
const SPEEDS = [1, 1.5, 2];
/** WhatsApp keeps the speed for the next voice notes. */
let speed = 1;
let playing;

/** 92 seconds -> "1:32". */
export function clock(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * A player with the waveform of the audio, which is loaded once the player is visible. At its end, the voice note below
 * it starts.
 *
 * @param played  called when playback starts
 */
export function voiceNote({ url, durationMs, voice }, played) {
  const sound = new Audio();
  sound.preload = "none";
  sound.src = url;
  const disc = button("play", () => (sound.paused ? void sound.play() : sound.pause()));
  const position = element("input", { type: "range", max: durationMs, "aria-label": word("seek") });
  const wave = element("span", { class: "wave" }, drawing(Array(BARS).fill(0.12)), position);
  const avatar = element(
    "span",
    { class: "av", "aria-hidden": "true" },
    icon("monogram", ""),
    icon(voice ? "mic" : "headphones"),
  );
  const speedChip = button("speed xs", changeSpeed);
  const player = element("div", { class: "player row" }, disc, wave, avatar, speedChip);
  const time = element("span");

  const show = () => {
    const ms = sound.currentTime * 1000;
    const isIdle = sound.paused && (ms === 0 || sound.ended);
    player.style.setProperty("--progress", `${Math.min(100, (ms / durationMs) * 100)}%`);
    position.value = ms;
    time.textContent = clock(isIdle ? durationMs : ms);
    position.setAttribute("aria-valuetext", time.textContent);
    disc.replaceChildren(icon(sound.paused ? "play-solid" : "pause-solid", ""));
    disc.setAttribute("aria-label", word(sound.paused ? "play" : "pause"));
    if (isIdle && document.activeElement === speedChip) disc.focus();
    avatar.hidden = !isIdle;
    speedChip.hidden = isIdle;
    speedChip.textContent = `${speed.toLocaleString(locale())}×`;
    speedChip.setAttribute("aria-label", `${word("speed")} ${speedChip.textContent}`);
  };
  const follow = () => {
    show();
    if (!sound.paused) requestAnimationFrame(follow);
  };
  function changeSpeed() {
    speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
    sound.playbackRate = speed;
    show();
  }
  position.addEventListener("input", () => {
    sound.currentTime = position.value / 1000;
    show();
  });
  sound.addEventListener("play", () => {
    if (playing !== sound) playing?.pause();
    playing = sound;
    sound.playbackRate = speed;
    follow();
    played();
  });
  for (const event of ["pause", "ended"]) sound.addEventListener(event, show);
  sound.addEventListener("ended", () => {
    player.closest(".bubble")?.nextElementSibling?.querySelector(".play")?.click();
  });
  show();

  const observer = new IntersectionObserver(async ([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    observer.disconnect();
    // Without its waveform the voice note can still be played.
    const peaks = await levelsOf(url).catch(() => undefined);
    if (peaks) wave.firstChild.replaceWith(drawing(peaks));
  });
  observer.observe(wave);
  return { player, time };
}

/** RMS of each bar, normalised to the loudest bar. */
async function levelsOf(url) {
  const file = await (await fetch(url)).arrayBuffer();
  const decoded = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(file);
  const samples = decoded.getChannelData(0);
  const size = Math.max(1, Math.floor(samples.length / BARS));
  const levels = Array.from({ length: BARS }, (_, bar) => {
    const part = samples.subarray(bar * size, (bar + 1) * size);
    return Math.sqrt(part.reduce((power, sample) => power + sample ** 2, 0) / size);
  });
  const loudest = Math.max(...levels, 1e-6);
  return levels.map((level) => level / loudest);
}

function drawing(levels) {
  const bars = levels.map((level, bar) => {
    const half = Math.max(0.06, level) * (HEIGHT / 2 - 4);
    const x = bar * PITCH + PITCH / 2;
    return `M${x} ${(HEIGHT / 2 - half).toFixed(1)}V${(HEIGHT / 2 + half).toFixed(1)}`;
  });
  return element(
    "svg",
    { viewBox: `0 0 ${BARS * PITCH} ${HEIGHT}`, preserveAspectRatio: "none" },
    element("path", { d: bars.join("") }),
    element("path", { class: "done", d: bars.join("") }),
  );
}
