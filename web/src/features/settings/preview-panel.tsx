import { AudioLines, Info, Tag } from "lucide-react";
import { useTranslation } from "../../i18n/translation.tsx";
import { styled } from "styled-components";
import { Badge } from "../../components/badge.tsx";
import { Row } from "../../components/card.tsx";
import { token } from "../../styles/token.ts";
import type { Preview } from "./settings-api.ts";

export function PreviewPanel({ preview }: { preview: Preview }) {
  const { t } = useTranslation();
  const voice = preview.voiceGender === "male" ? "male" : "female";
  return (
    <Root aria-label={t("settings.try.preview")}>
      <Row>
        <Badge icon={AudioLines}>{t(`account.voices.${voice}`)}</Badge>
        {preview.categories.map((category) => (
          <Badge key={category} icon={Tag}>
            {category}
          </Badge>
        ))}
      </Row>
      <Bubble>
        {preview.audioUrl ? (
          // The same words stand below, as text.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <audio controls preload="none" aria-label={t("settings.try.listen")}>
            <source src={preview.audioUrl} type="audio/mpeg" />
          </audio>
        ) : null}
        {/* A box that scrolls must be reachable by keyboard. */}
        <Text tabIndex={0} aria-label={t("settings.try.text")}>
          {preview.content}
        </Text>
      </Bubble>
      {preview.simulationMode ? (
        <Note>
          <Info size={18} strokeWidth={1.75} aria-hidden />
          {preview.audioUrl
            ? (preview.simulationNote ?? t("settings.try.simulated"))
            : t("settings.try.simulated")}
        </Note>
      ) : null}
    </Root>
  );
}

const Root = styled.section`
  display: grid;
  gap: ${token("s3")};
  padding: ${token("s4")};
  border-radius: ${token("r-card")};
  background: ${token("chat")};
`;

const Bubble = styled.div`
  display: grid;
  gap: ${token("s3")};
  min-width: 0;
  padding: ${token("s3")} ${token("s4")};
  border-radius: ${token("r-bubble")};
  border-start-start-radius: 4px;
  background: ${token("bubble")};
  audio {
    width: 100%;
  }
`;

const Text = styled.section`
  max-height: 20rem;
  overflow-y: auto;
  font-size: 0.9375rem;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

const Note = styled.p`
  display: flex;
  gap: ${token("s2")};
  color: ${token("text-muted")};
  font-size: ${token("fs-sm")};
`;
