import { button, element, icon } from "./element.js";
import { locale, word } from "./words.js";

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
 * A player. At its end, the voice note below it starts.
 *
 * @param played  called when playback starts
 */
export function voiceNote({ url, durationMs }, played) {
  const sound = new Audio();
  sound.preload = "none";
  sound.src = url;
  const disc = button("play", () => (sound.paused ? void sound.play() : sound.pause()));
  const position = element("input", { type: "range", max: durationMs, "aria-label": word("seek") });
  const speedChip = button("speed xs", changeSpeed);
  const player = element("div", { class: "row" }, disc, position, speedChip);
  const time = element("span");

  const show = () => {
    const ms = sound.currentTime * 1000;
    const isIdle = sound.paused && (ms === 0 || sound.ended);
    position.value = ms;
    time.textContent = clock(isIdle ? durationMs : ms);
    position.setAttribute("aria-valuetext", time.textContent);
    disc.replaceChildren(icon(sound.paused ? "play-solid" : "pause-solid", "solid"));
    disc.setAttribute("aria-label", word(sound.paused ? "play" : "pause"));
    if (isIdle && document.activeElement === speedChip) disc.focus();
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

  return { player, time };
}
