import { Avatar as Radix } from "radix-ui";
import { styled } from "styled-components";
import { token } from "../styles/token.ts";

interface AvatarProps {
  username: string;
  picture: string | null;
  size?: number;
}

/** The picture, or the first two letters of the name, also when the picture does not load. */
export function Avatar({ username, picture, size = 40 }: AvatarProps) {
  return (
    <Root $size={size}>
      {picture ? <Picture src={picture} alt="" /> : null}
      <Radix.Fallback aria-hidden>{initials(username)}</Radix.Fallback>
    </Root>
  );
}

const initials = (username: string): string =>
  Array.from(username).slice(0, 2).join("").toLocaleUpperCase("fr");

const Root = styled(Radix.Root)<{ $size: number }>`
  display: grid;
  flex: none;
  place-items: center;
  width: ${({ $size }) => $size}px;
  height: ${({ $size }) => $size}px;
  border-radius: 50%;
  overflow: hidden;
  background: ${token("brand-soft")};
  color: ${token("on-brand-soft")};
  font-size: ${({ $size }) => $size * 0.36}px;
  font-weight: ${token("weight-strong")};
`;

const Picture = styled(Radix.Image)`
  width: 100%;
  height: 100%;
  object-fit: cover;
`;
