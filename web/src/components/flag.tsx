import { styled } from "styled-components";
import { token } from "../styles/theme.ts";

/** As files and not as components, so that a page loads only the flags that it shows. */
const files = import.meta.glob<string>(
  "../../../node_modules/country-flag-icons/3x2/{AU,BE,BR,CA,CH,CI,CM,DE,DZ,ES,FR,GB,IN,IT,JP,MA,MX,SN,TN,US}.svg",
  { query: "?url", import: "default", eager: true },
);

const flags = new Map(
  Object.entries(files).map(([path, address]) => [
    path.slice(path.lastIndexOf("/") + 1, -".svg".length).toLowerCase(),
    address,
  ]),
);

/** Decoration beside the name of a country; nothing for a country without a flag here. */
export function Flag({ country }: { country: string }) {
  const address = flags.get(country);
  return address === undefined ? null : <Frame src={address} alt="" loading="lazy" />;
}

const Frame = styled.img`
  flex: none;
  width: 22px;
  height: 16px;
  border: 1px solid ${token("border")};
  border-radius: 2px;
  vertical-align: -2px;
`;
