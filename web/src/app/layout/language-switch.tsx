import { Switch } from "radix-ui";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { preloadLanguage } from "../../i18n/i18n.ts";
import { useChooseLanguage } from "../../i18n/use-choose-language.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { token } from "../../styles/token.ts";

/** Off is French, on is English. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const choose = useChooseLanguage();
  const language = useLanguage();

  return (
    <Root onPointerEnter={() => preloadLanguage("en")} onFocus={() => preloadLanguage("en")}>
      <span aria-hidden data-on={language === "fr" || undefined}>
        FR
      </span>
      <Track
        aria-label={t("language.switch")}
        checked={language === "en"}
        onCheckedChange={(on) => void choose(on ? "en" : "fr")}
      >
        <Thumb />
      </Track>
      <span aria-hidden data-on={language === "en" || undefined}>
        EN
      </span>
    </Root>
  );
}

const Root = styled.div`
  display: inline-flex;
  align-items: center;
  gap: ${token("s2")};
  color: ${token("text-subtle")};
  font-size: ${token("fs-sm")};
  font-weight: 600;
  @media (max-width: 22.5rem) {
    gap: ${token("s1")};
  }
  [data-on] {
    color: ${token("text")};
  }
`;

const Track = styled(Switch.Root)`
  position: relative;
  flex: none;
  width: 36px;
  height: 20px;
  padding: 0;
  border: 1.5px solid ${token("control")};
  border-radius: ${token("r-pill")};
  background: ${token("surface")};
  cursor: pointer;
  /* A target of 44 px around a drawing of 20. */
  &::before {
    content: "";
    position: absolute;
    inset: -13px -6px;
  }
  &:focus-visible {
    border-radius: ${token("r-pill")};
  }
  &[data-state="checked"] {
    border-color: ${token("brand")};
    background: ${token("brand")};
  }
`;

const Thumb = styled(Switch.Thumb)`
  position: absolute;
  top: 2.5px;
  inset-inline-start: 3px;
  width: 12px;
  height: 12px;
  border-radius: 50%;
  background: ${token("control")};
  transition: transform ${token("t-menu")} ${token("ease")};
  &[data-state="checked"] {
    transform: translateX(15px);
    background: ${token("on-brand")};
  }
`;
