import { Anchor, Feather, Landmark, Radio, Rss } from "lucide-react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { Small, Wrap } from "../../components/page.tsx";
import { Linked } from "../../components/prose.tsx";
import { displayFont, inlineRow, textStyle, token, up, wrapped } from "../../styles/theme.ts";

/** Fictional names: no real newsroom is presented as a partner. */
const newsrooms = [
  { name: "Le Fil du Quai", icon: Rss },
  { name: "Radio Lanterne", icon: Radio },
  { name: "La Gazette du Port", icon: Anchor },
  { name: "Éco Boussole", icon: Landmark },
  { name: "Revue Longitude", icon: Feather },
] as const;

export function Partners() {
  const { t } = useTranslation();
  return (
    <Strip as="section" aria-labelledby="partners-title">
      <div>
        <div>
          <h2 id="partners-title">{t("front.partners.title")}</h2>
          <Small>
            <Linked text={t("front.partners.note")} />
          </Small>
        </div>
        <ul>
          {newsrooms.map(({ name, icon: Icon }) => (
            <li key={name}>
              <Icon />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </Strip>
  );
}

const Strip = styled(Wrap)`
  > div {
    display: grid;
    gap: ${token("s4")} ${token("s7")};
    align-items: center;
    padding-block: ${token("s5")};
    border-top: 1px solid ${token("rule")};
    ${up("xl")} {
      grid-template-columns: 10rem 1fr;
    }
  }
  h2 {
    ${textStyle("fs-xs", "text-muted")};
    font-weight: 600;
    line-height: 1.4;
  }
  ul {
    ${wrapped(`${token("s3")} ${token("s5")}`)}
    ${up("lg")} {
      justify-content: space-between;
    }
  }
  li {
    ${inlineRow("s2")};
    color: ${token("text-muted")};
    ${displayFont("1.1875rem")};
  }
`;
