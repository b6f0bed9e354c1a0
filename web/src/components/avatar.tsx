import { useState } from "react";
import { styled } from "styled-components";
import { circle, token } from "../styles/theme.ts";

interface AvatarProps {
  username: string;
  picture: string | null;
  size?: number;
  /** The letters are part of the accessible name of the parent. */
  named?: boolean;
}

/** The picture, or the first two letters of the name when there is none or it does not load. */
export function Avatar({ username, picture, size = 40, named = false }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const shown = picture !== null && picture !== broken;
  return (
    <Root $size={size}>
      {shown ? (
        <Picture src={picture} alt="" onError={() => setBroken(picture)} />
      ) : (
        <span aria-hidden={!named}>{initials(username)}</span>
      )}
    </Root>
  );
}

const initials = (username: string): string =>
  Array.from(username).slice(0, 2).join("").toLocaleUpperCase("fr");

const Root = styled.span<{ $size: number }>`
  display: grid;
  flex: none;
  place-items: center;
  ${({ $size }) => circle(`${$size}px`)};
  overflow: hidden;
  background: ${token("brand-soft")};
  color: ${token("on-brand-soft")};
  font-size: ${({ $size }) => $size * 0.36}px;
  font-weight: ${token("weight-strong")};
`;

const Picture = styled.img`
  width: 100%;
  height: 100%;
  object-fit: cover;
`;
