import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { Switch } from "../../components/switch.tsx";
import { currentLanguage } from "../../i18n/i18n.ts";
import { useChooseLanguage } from "../../i18n/use-choose-language.ts";
import { inlineRow, phone, textStyle, token } from "../../styles/theme.ts";

/** Off is French, on is English. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  const choose = useChooseLanguage();
  const language = currentLanguage(i18n);

  return (
    <Root>
      <span aria-hidden data-on={language === "fr" || undefined}>
        FR
      </span>
      <LargeSwitch
        aria-label={t("language.en")}
        checked={language === "en"}
        onCheckedChange={(on) => void choose(on ? "en" : "fr")}
      />
      <span aria-hidden data-on={language === "en" || undefined}>
        EN
      </span>
    </Root>
  );
}

const Root = styled.div`
  ${inlineRow("s2")};
  ${textStyle("fs-sm", "text-subtle")};
  font-weight: 600;
  ${phone} {
    gap: ${token("s1")};
    /* Phones have room for the current language only. */
    > span:not([data-on]) {
      display: none;
    }
  }
  [data-on] {
    color: ${token("text")};
  }
`;

const LargeSwitch = styled(Switch)`
  flex: none;
  /* A touch target of 44 px around a switch of 20 px. */
  &::before {
    content: "";
    position: absolute;
    inset: -13px -6px;
  }
`;
