import { AudioLines, Info, Tag } from "lucide-react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { Badge } from "../../components/badge.tsx";
import { Row } from "../../components/card.tsx";
import { token } from "../../styles/token.ts";
import { PreviewPlayer } from "./preview-player.tsx";
import { PreviewText } from "./preview-text.tsx";
import type { Preview } from "./settings-api.ts";

export function PreviewPanel({ preview }: { preview: Preview }) {
  const { t } = useTranslation();
  const voice = preview.voiceGender === "male" ? "male" : "female";
  return (
    <Root aria-label={t("settings.try.preview")}>
      <Row>
        <Badge tone="sound" icon={AudioLines}>
          {t(`account.voices.${voice}`)}
        </Badge>
        {preview.categories?.map((category) => (
          <Badge key={category} tone="brand" icon={Tag}>
            {category}
          </Badge>
        ))}
      </Row>
      {preview.audioUrl ? (
        // The key creates a new player for another sound.
        <PreviewPlayer
          key={preview.audioUrl}
          url={preview.audioUrl}
          lengthMs={preview.durationMs ?? 0}
          text={preview.content}
        />
      ) : null}
      <PreviewText content={preview.content} />
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

const Note = styled.p`
  display: flex;
  gap: ${token("s2")};
  color: ${token("text-muted")};
  font-size: ${token("fs-sm")};
`;
