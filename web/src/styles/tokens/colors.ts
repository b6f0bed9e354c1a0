/**
 * Colours of the light and the dark theme. They are named by role: components use these names, never a
 * hex value. In the dark theme sunken sections are darker than the canvas, cards are lighter.
 */
const colors = {
  canvas: ["#FBFAF7", "#0F1116"],
  surface: ["#FFFFFF", "#171A21"],
  sunken: ["#F3F0E9", "#0B0D11"],
  chat: ["#EDE9DF", "#0B0D11"],
  bubble: ["#FFFFFF", "#1C2028"],
  text: ["#15171C", "#F1F2F6"],
  "text-muted": ["#4A4F5C", "#B5BAC7"],
  "text-subtle": ["#626776", "#8F96A6"],
  rule: ["#15171C", "#B5BAC7"],
  border: ["#E2DFD6", "#2A2F3A"],
  control: ["#767A85", "#787F90"],
  brand: ["#3D3BD1", "#9A9BFF"],
  "brand-hover": ["#2F2DAE", "#B3B4FF"],
  "on-brand": ["#FFFFFF", "#14143A"],
  "brand-soft": ["#ECECFD", "#23244F"],
  "on-brand-soft": ["#2A2890", "#C9CAFF"],
  accent: ["#D9481C", "#FF7A4D"],
  "on-accent": ["#FFFFFF", "#17191F"],
  "accent-text": ["#A8360F", "#FF9A75"],
  "accent-soft": ["#FCE9E1", "#3A1D12"],
  "wave-rest": ["#858A96", "#6B7283"],
  ink: ["#17191F", "#1F232C"],
  "ink-edge": ["#17191F", "#3A414F"],
  "on-ink": ["#F7F5EF", "#F7F5EF"],
  "on-ink-muted": ["#B4B8C3", "#B4B8C3"],
  "ink-accent": ["#FF7A4D", "#FF7A4D"],
  "on-ink-accent": ["#17191F", "#17191F"],
  "ink-wave": ["#737988", "#7A8192"],
  band: ["#3D3BD1", "#23244F"],
  "on-band": ["#FFFFFF", "#F1F2F6"],
  danger: ["#B91C2E", "#FF8F9B"],
  "on-danger": ["#FFFFFF", "#3A0B12"],
  messaging: ["#25D366", "#25D366"],
  "on-messaging": ["#0B3D1E", "#0B3D1E"],
  ok: ["#136B41", "#6FD9A0"],
  "ok-soft": ["#E4F5EA", "#10301F"],
  info: ["#1855AE", "#86B8FF"],
  "info-soft": ["#E6F0FD", "#11294A"],
  read: ["#6536BE", "#C3A6FF"],
  "read-soft": ["#F0EAFC", "#2A1E4A"],
  error: ["#B01A2C", "#FF8F9B"],
  "error-soft": ["#FDEBED", "#3D141B"],
  warn: ["#7E5200", "#F4C062"],
  "warn-soft": ["#FFF3D6", "#38280A"],
  neutral: ["#4A4F5C", "#B5BAC7"],
  "neutral-soft": ["#ECEAE4", "#262B35"],
  overlay: ["rgb(21 23 28 / 0.5)", "rgb(4 5 8 / 0.66)"],
  "shadow-1": ["0 1px 2px rgb(21 23 28 / 0.08)", "none"],
  "shadow-2": [
    "0 12px 32px -12px rgb(21 23 28 / 0.28)",
    "0 0 0 1px var(--border), 0 16px 40px -16px rgb(0 0 0 / 0.7)",
  ],
} as const;

export type ColorRole = keyof typeof colors;

const theme = (index: 0 | 1) =>
  Object.fromEntries(Object.entries(colors).map(([role, pair]) => [role, pair[index]])) as Record<
    ColorRole,
    string
  >;

export const light = theme(0);
export const dark = theme(1);
