import { Pause, Play } from "lucide-react";
import { styled } from "styled-components";
import { circle, token } from "../styles/theme.ts";

interface PlayButtonProps {
  playing: boolean;
  label: string;
  onClick: () => void;
}

export function PlayButton({ playing, label, onClick }: PlayButtonProps) {
  const Icon = playing ? Pause : Play;
  return (
    <Disc type="button" aria-label={label} onClick={onClick}>
      <Icon size={24} fill="currentColor" strokeWidth={1} />
    </Disc>
  );
}

const Disc = styled.button`
  display: grid;
  flex: none;
  place-items: center;
  ${circle("var(--disc, 60px)")};
  padding: 0;
  border: 0;
  background: var(--disc-ground, ${token("accent")});
  color: var(--disc-ink, ${token("on-accent")});
  cursor: pointer;
  transition: transform ${token("t-press")} ${token("ease")};
  svg {
    width: 42%;
    height: 42%;
  }
  &:hover {
    transform: scale(1.05);
  }
  &:focus-visible {
    border-radius: 50%;
    outline-color: currentColor;
    outline-color: var(--disc-ring, ${token("brand")});
  }
`;
