import type { ComponentProps } from "react";
import { styled } from "styled-components";
import { circle, token } from "../styles/theme.ts";
import { useKeptFocus } from "./use-kept-focus.ts";

interface SwitchProps extends Omit<ComponentProps<"button">, "role" | "type" | "onClick"> {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** A switch; the caller gives the label and the size of the touch target. */
export function Switch({ checked, onCheckedChange, disabled = false, ...rest }: SwitchProps) {
  useKeptFocus(disabled);
  return (
    <Track
      {...rest}
      disabled={disabled}
      type="button"
      role="switch"
      aria-checked={checked}
      data-state={checked ? "checked" : "unchecked"}
      onClick={() => onCheckedChange(!checked)}
    >
      <Thumb />
    </Track>
  );
}

const Track = styled.button`
  position: relative;
  flex: none;
  width: 36px;
  height: 20px;
  padding: 0;
  border: 1.5px solid ${token("control")};
  border-radius: ${token("r-pill")};
  background: ${token("surface")};
  cursor: pointer;
  &:focus-visible {
    border-radius: ${token("r-pill")};
  }
  &[data-state="checked"] {
    border-color: ${token("brand")};
    background: ${token("brand")};
  }
`;

const Thumb = styled.span`
  position: absolute;
  top: 2.5px;
  inset-inline-start: 3px;
  ${circle("12px")};
  background: ${token("control")};
  transition: transform ${token("t-menu")} ${token("ease")};
  [data-state="checked"] > & {
    transform: translateX(15px);
    background: ${token("on-brand")};
  }
`;
