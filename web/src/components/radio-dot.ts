import { css } from "styled-components";
import { token } from "../styles/theme.ts";

/** The circle of a radio button, which may be an element inside of the button. */
export const radioDot = css`
  flex: none;
  width: 18px;
  height: 18px;
  border: 1.5px solid ${token("control")};
  border-radius: 50%;
  &[data-state="checked"],
  [data-state="checked"] & {
    border: 5.5px solid ${token("brand")};
  }
`;
