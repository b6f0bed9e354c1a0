import { retention } from "@matinale/contracts/browser";
import { useTranslation } from "react-i18next";
import type { Me } from "../../api/resources/session-api.ts";
import { ButtonLink, Button } from "../../components/button.tsx";
import { Actions, Stack, TitledCard } from "../../components/card.tsx";
import { CurrentPassword } from "../../components/field.tsx";
import { Muted } from "../../components/page.tsx";
import { settingsTabs } from "../../config/paths.ts";
import { Download, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { serverMessage } from "../../api/api-error.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Fact, FactLines } from "../../components/facts.tsx";
import { saveFile } from "../../lib/save-file.ts";
import { useLeave } from "../../session/use-logout.ts";
import { accountApi } from "./account-api.ts";
import { ActionButton } from "../../toasts/action-button.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";

export function SettingsPanel({ me }: { me: Me }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <TitledCard $gap="s2" title={t("account.tabs.settings")}>
        <FactLines>
          <Fact name={t("settings.language")}>{t(`language.${me.language}`)}</Fact>
        </FactLines>
        <ButtonLink to={settingsTabs.preferences} block>
          {t("account.openSettings")}
        </ButtonLink>
      </TitledCard>
      <TitledCard $gap="s3" title={t("membership.data.title")}>
        <Muted>{t("membership.data.text")}</Muted>
        <Actions>
          <Export />
          <Erase me={me} />
        </Actions>
      </TitledCard>
    </Stack>
  );
}

function Export() {
  const { t } = useTranslation();
  const [exportData] = accountApi.useExportDataMutation();
  return (
    <ActionButton
      size="sm"
      icon={Download}
      run={() => exportData().unwrap()}
      failed={["membership.data.exportFailed"]}
      onDone={({ name, text }) => saveFile(name, text)}
    >
      {t("membership.data.export")}
    </ActionButton>
  );
}

function Erase({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { succeed } = useResultToasts();
  const leave = useLeave();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const [eraseAccount, { isLoading }] = accountApi.useEraseAccountMutation();

  /** Screen readers announce the problem with the field. */
  const refuse = (reason: string) => {
    setProblem(reason);
    field.current?.focus();
  };
  const erase = async () => {
    if (!password) return refuse("membership.data.passwordNeeded");
    const { error } = await eraseAccount(password);
    if (error) return refuse(serverMessage(error) ?? "common.unexpectedError");
    succeed("membership.data.erased", "membership.data.erasedText");
    await leave();
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setPassword("");
        setProblem(undefined);
      }}
      trigger={
        <Button variant="ghost" size="sm" icon={Trash2}>
          {t("membership.data.erase")}
        </Button>
      }
      title={t("membership.data.eraseTitle")}
      text={t("membership.data.eraseText", { endedTrialMonths: retention.endedTrialMonths })}
      keep={t("membership.data.keep")}
      confirm={t("membership.data.erase")}
      busy={isLoading}
      onConfirm={erase}
    >
      <CurrentPassword
        ref={field}
        email={me.email}
        label={t("auth.password")}
        value={password}
        error={problem}
        onChange={(event) => {
          setPassword(event.target.value);
          setProblem(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
