import { css } from "styled-components";
import { circle, token } from "../styles/theme.ts";

/** The circle of a radio button, which may be an element inside of the button. */
export const radioDot = css`
  flex: none;
  ${circle("18px")};
  border: 1.5px solid ${token("control")};
  &[data-state="checked"],
  [data-state="checked"] & {
    border: 5.5px solid ${token("brand")};
  }
`;
