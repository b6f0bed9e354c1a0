import { Eye } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { Between, Row, Stack } from "../../components/card.tsx";
import { Label } from "../../components/field.tsx";
import { DeliverNow } from "../../delivery/deliver-now.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";
import { PreviewPanel } from "./preview-panel.tsx";
import { usePostponeReload } from "./reload-after-change.ts";
import { settingsApi } from "./settings-api.ts";

/** A preview of the current edition on the screen, or its delivery to the phone. */
export function TrySection() {
  const { t } = useTranslation();
  const { succeed, fail } = useResultToasts();
  const [loadPreview, preview] = settingsApi.useLazyPreviewQuery();
  const shown = preview.isError ? undefined : preview.data;
  usePostponeReload(preview.isFetching || shown !== undefined);

  const show = async () => {
    const { error } = await loadPreview();
    if (error) fail("settings.try.previewFailed", error, "settings.try.previewFailedText");
    else succeed("settings.try.previewReady");
  };

  return (
    <Stack $gap="s4">
      <Between>
        <Label as="h3">{t("settings.try.title")}</Label>
        <Row>
          <Button size="sm" busy={preview.isFetching} icon={Eye} onClick={show}>
            {t("settings.try.preview")}
          </Button>
          <DeliverNow />
        </Row>
      </Between>
      {shown ? <PreviewPanel preview={shown} /> : null}
    </Stack>
  );
}
