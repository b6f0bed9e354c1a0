import { Eye, Check, CircleDashed, Copy } from "lucide-react";
import { Between, Row, Stack, TitledCard } from "../../components/card.tsx";
import { Label, Field, Form, Frame } from "../../components/field.tsx";
import { DeliverNow } from "../../delivery/deliver-now.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { useForm } from "react-hook-form";
import { styled } from "styled-components";
import type { Me } from "../../api/resources/session-api.ts";
import { Badge } from "../../components/badge.tsx";
import { Breakable, Phone } from "../../components/breakable.tsx";
import { Button } from "../../components/button.tsx";
import { Muted } from "../../components/page.tsx";
import { settingsTabs } from "../../config/paths.ts";
import { useTranslation } from "react-i18next";
import { AutomationNotice, useAutomation } from "../../delivery/automation.tsx";
import { atLeast, trimmed } from "../../lib/field-rules.ts";
import { useUnsavedInput } from "../../session/unsaved-input.tsx";
import { row, token } from "../../styles/theme.ts";
import { settingsApi } from "./settings-api.ts";
import { OptInCode } from "./opt-in-code.tsx";
import { usePostponeReload } from "./reload-after-change.ts";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";

export function WhatsappCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { whatsappConnected: connected, phone } = me;
  const { data: automation } = useAutomation();
  const unconfirmed = connected && automation?.waitsFor === "start";
  return (
    <TitledCard
      title={t("settings.whatsapp.title")}
      aside={
        connected ? (
          <Badge
            tone={unconfirmed ? "neutral" : "messaging"}
            icon={unconfirmed ? CircleDashed : Check}
          >
            {phone === null ? t("account.connected") : <Phone>{phone}</Phone>}
          </Badge>
        ) : (
          <Badge icon={CircleDashed}>{t("account.notConnected")}</Badge>
        )
      }
    >
      <AutomationNotice connected={connected} />
      {connected ? (
        <>
          {unconfirmed ? <OptInCode isConnected /> : null}
          {phone === null ? null : <ChatId phone={phone} />}
          <TrySection />
        </>
      ) : (
        <>
          <OptInCode />
          <Muted>{t("settings.whatsapp.intro")}</Muted>
        </>
      )}
      <PhoneForm key={String(connected)} me={me} />
    </TitledCard>
  );
}

function PhoneForm({ me: { whatsappConnected: connected, phone: saved } }: { me: Me }) {
  const { t } = useTranslation();
  const { answer, fail } = useResultToasts();
  const [connect] = settingsApi.useConnectWhatsappMutation();
  const form = useForm({ defaultValues: { phone: connected ? "" : (saved ?? "") } });
  const { register, handleSubmit, reset, formState } = form;
  usePostponeReload(formState.isDirty);
  const unsavedNotice = useUnsavedInput(settingsTabs.preferences, "phone", form, ["phone"]);

  const send = handleSubmit(async ({ phone }) => {
    const { data, error } = await connect(phone);
    if (error) return fail("settings.whatsapp.failed", error, "settings.whatsapp.failedText");
    reset({ phone: "" });
    answer("settings.whatsapp.connected", data, "settings.whatsapp.connectedText");
  });

  return (
    <Form noValidate onSubmit={send}>
      {unsavedNotice}
      <Field
        label={t(`settings.whatsapp.${connected ? "change" : "phone"}`)}
        type="tel"
        autoComplete="tel"
        placeholder="+33 6 12 34 56 78"
        error={formState.errors.phone?.message}
        {...register("phone", { ...trimmed, ...atLeast(10, "validation.phone") })}
      />
      <Button
        type="submit"
        variant={connected ? "secondary" : "primary"}
        busy={formState.isSubmitting}
      >
        {t(`settings.whatsapp.${connected ? "changeSubmit" : "connect"}`)}
      </Button>
    </Form>
  );
}

function ChatId({ phone }: { phone: string }) {
  const { t } = useTranslation();
  const { succeed, fail } = useResultToasts();
  const chatId = `${phone.replaceAll(/\D/g, "")}@c.us`;
  const copy = async () => {
    try {
      // Without HTTPS, browsers have no clipboard.
      await navigator.clipboard.writeText(chatId);
      succeed("settings.whatsapp.copied");
    } catch {
      fail("settings.whatsapp.copyFailed", undefined, "settings.whatsapp.copyFailedText");
    }
  };
  return (
    <Frame>
      <Label as="p">{t("settings.whatsapp.chatId")}</Label>
      <CopyRow>
        <code>
          <Breakable>{chatId}</Breakable>
        </code>
        <Button variant="ghost" size="sm" icon={Copy} onClick={copy}>
          {t("settings.whatsapp.copy")}
        </Button>
      </CopyRow>
    </Frame>
  );
}

const CopyRow = styled.div`
  ${row("s2")};
  flex-wrap: wrap;
  padding: 0.25rem 0.25rem 0.25rem 0.75rem;
  border: 1px solid ${token("border")};
  border-radius: ${token("r-control")};
  background: ${token("sunken")};
  /* On a narrow screen the id needs the space. */
  @media (max-width: 22.5rem) {
    gap: ${token("s1")};
    padding-inline-start: ${token("s2")};
    svg {
      display: none;
    }
  }
  code {
    flex: 1 1 7rem;
    min-width: 0;
    font: 500 ${token("fs-sm")} ${token("font-mono")};
    overflow-wrap: anywhere;
    @media (max-width: 22.5rem) {
      font-size: ${token("fs-xs")};
    }
  }
`;

function TrySection() {
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
