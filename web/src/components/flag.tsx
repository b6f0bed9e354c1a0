import {
  AU,
  BE,
  BR,
  CA,
  CH,
  CI,
  CM,
  DE,
  DZ,
  ES,
  FR,
  GB,
  IN,
  IT,
  JP,
  MA,
  MX,
  SN,
  TN,
  US,
} from "country-flag-icons/react/3x2";
import type { CountryCode } from "@matinale/contracts/browser";
import { styled } from "styled-components";
import { token } from "../styles/token.ts";

const flags: Record<CountryCode, typeof FR> = {
  fr: FR,
  us: US,
  ca: CA,
  gb: GB,
  de: DE,
  es: ES,
  it: IT,
  be: BE,
  ch: CH,
  ma: MA,
  tn: TN,
  dz: DZ,
  sn: SN,
  ci: CI,
  cm: CM,
  au: AU,
  jp: JP,
  br: BR,
  mx: MX,
  in: IN,
};

const isKnown = (code: string): code is CountryCode => Object.hasOwn(flags, code);

/** Decoration beside the name of a country; nothing for a country without a flag here. */
export function Flag({ country }: { country: string }) {
  if (!isKnown(country)) return null;
  const Drawing = flags[country];
  return (
    <Frame aria-hidden>
      <Drawing />
    </Frame>
  );
}

const Frame = styled.span`
  display: inline-block;
  flex: none;
  width: 22px;
  height: 16px;
  border: 1px solid ${token("border")};
  border-radius: 2px;
  overflow: hidden;
  vertical-align: -2px;
  > svg {
    width: 20px;
    height: 14px;
  }
`;
