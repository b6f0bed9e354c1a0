import type { ReactNode } from "react";
import { styled } from "styled-components";
import { useHydrating } from "./use-hydrating.ts";

/** Disables the fields of a prerendered form until it is hydrated: what is typed before would be lost. */
export function EnabledOnceInteractive({ children }: { children: ReactNode }) {
  return <Fields disabled={useHydrating()}>{children}</Fields>;
}

const Fields = styled.fieldset`
  display: contents;
`;
