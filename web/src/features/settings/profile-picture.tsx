import { ImageUp, Trash2 } from "lucide-react";
import { useEffect, useRef, useState, type ChangeEvent } from "react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import type { Me } from "../../api/resources/session-api.ts";
import { Avatar } from "../../components/avatar.tsx";
import { Button } from "../../components/button.tsx";
import { Row } from "../../components/card.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { useKeptFocus } from "../../components/use-kept-focus.ts";
import { VisuallyHidden } from "../../styles/visually-hidden.ts";
import { circle, row, textStyle, token } from "../../styles/theme.ts";
import { ActionButton } from "../../toasts/action-button.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";
import { reducedPicture } from "./reduced-picture.ts";
import { settingsApi } from "./settings-api.ts";

const size = 96;

export function ProfilePicture({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { succeed, fail } = useResultToasts();
  const chooser = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState<string>();
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);
  // Before the upload, the browser may reduce the picture, which takes seconds on a phone.
  const busy = preview !== undefined;
  useKeptFocus(busy);
  const [upload] = settingsApi.useUploadPictureMutation();
  const [remove] = settingsApi.useRemovePictureMutation();

  const send = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Cleared, so that the same file can be chosen again after an error.
    target.value = "";
    if (!file) return;
    setPreview(URL.createObjectURL(file));
    const { error } = await upload(await reducedPicture(file));
    setPreview(undefined);
    if (error) fail("profile.pictureFailed", error, "profile.pictureFailedText");
    else succeed("profile.pictureSaved");
  };

  return (
    <Root>
      <Frame aria-busy={busy}>
        {preview ? (
          <img src={preview} alt="" width={size} height={size} />
        ) : (
          <Avatar username={me.username} picture={me.profilePicture} size={size} />
        )}
        {busy ? (
          <Veil>
            <Spinner />
            <VisuallyHidden as="output">{t("profile.uploading")}</VisuallyHidden>
          </Veil>
        ) : null}
      </Frame>
      <Row>
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          hidden
          aria-label={t("profile.upload")}
          onChange={send}
        />
        <Button size="sm" disabled={busy} icon={ImageUp} onClick={() => chooser.current?.click()}>
          {t("profile.upload")}
        </Button>
        {me.profilePicture ? (
          <ActionButton
            variant="ghost"
            size="sm"
            disabled={busy}
            icon={Trash2}
            run={() => remove().unwrap()}
            done={["profile.pictureRemoved"]}
            failed={["settings.failed"]}
          >
            {t("profile.remove")}
          </ActionButton>
        ) : null}
      </Row>
    </Root>
  );
}

const Root = styled.div`
  ${row("s4")};
  flex-wrap: wrap;
`;

const Frame = styled.div`
  position: relative;
  ${circle(`${size}px`)};
  overflow: hidden;
  img {
    object-fit: cover;
  }
`;

const Veil = styled.span`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  background: ${token("overlay")};
  ${textStyle("fs-xl", "on-ink")};
`;
