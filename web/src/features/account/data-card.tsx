import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { isApiError, serverMessage } from "../../api/api-error.ts";
import { Button } from "../../components/button.tsx";
import { Card, CardTitle, Actions } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Field } from "../../components/field.tsx";
import { saveFile } from "../../lib/save-file.ts";
import { useLeave } from "../../session/use-logout.ts";
import { token } from "../../styles/token.ts";
import { useToast } from "../../toasts/use-toast.ts";
import { useEraseAccountMutation, useExportDataMutation } from "./account-api.ts";

/** Download of the account data, and deletion of the account. */
export function DataCard() {
  const { t } = useTranslation();
  return (
    <Frame aria-labelledby="data-title">
      <CardTitle id="data-title">{t("membership.data.title")}</CardTitle>
      <p>{t("membership.data.text")}</p>
      <Actions>
        <Export />
        <Erase />
      </Actions>
    </Frame>
  );
}

function Export() {
  const { t } = useTranslation();
  const toast = useToast();
  const [exportData, { isLoading }] = useExportDataMutation();
  const save = async () => {
    const { data, error } = await exportData();
    if (data !== undefined) {
      saveFile("matinale.json", data);
      return;
    }
    toast({
      title: t("membership.data.exportFailed"),
      description: serverMessage(error) ?? t("common.unexpectedError"),
      variant: "destructive",
    });
  };
  return (
    <Button
      size="sm"
      busy={isLoading}
      icon={<Download size={18} strokeWidth={1.75} aria-hidden />}
      onClick={save}
    >
      {t("membership.data.export")}
    </Button>
  );
}

function Erase() {
  const { t } = useTranslation();
  const toast = useToast();
  const leave = useLeave();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [eraseAccount, { isLoading }] = useEraseAccountMutation();

  const erase = async () => {
    if (!password) {
      setProblem("membership.data.passwordNeeded");
      return;
    }
    const { error } = await eraseAccount(password);
    if (error) {
      const wrong = isApiError(error) && error.code === "INVALID_CREDENTIALS";
      setProblem(
        serverMessage(error) ?? (wrong ? "membership.data.wrong" : "common.unexpectedError"),
      );
      return;
    }
    toast({ title: t("membership.data.erased"), description: t("membership.data.erasedText") });
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
        <Button
          variant="ghost"
          size="sm"
          icon={<Trash2 size={18} strokeWidth={1.75} aria-hidden />}
        >
          {t("membership.data.erase")}
        </Button>
      }
      title={t("membership.data.eraseTitle")}
      text={t("membership.data.eraseText")}
      keep={t("membership.data.keep")}
      confirm={t("membership.data.erase")}
      busy={isLoading}
      onConfirm={erase}
    >
      <Field
        label={t("auth.password")}
        type="password"
        autoComplete="current-password"
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

const Frame = styled(Card)`
  display: grid;
  gap: ${token("s3")};
  > p {
    color: ${token("text-muted")};
  }
`;
