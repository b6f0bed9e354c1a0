import type { ReactNode } from "react";
import { styled } from "styled-components";
import { useHydrating } from "../lib/use-hydrating.ts";

/** A form that came written cannot be filled in before its script is there: what is typed would be lost. */
export function Operable({ children }: { children: ReactNode }) {
  return <Fields disabled={useHydrating()}>{children}</Fields>;
}

const Fields = styled.fieldset`
  display: contents;
`;
