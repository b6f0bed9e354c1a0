import { AlertDialog } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { styled } from "styled-components";
import { panel, titleFont, token } from "../styles/theme.ts";
import { Button } from "./button.tsx";
import { Actions, Stack } from "./card.tsx";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactElement;
  title: string;
  text: ReactNode;
  children?: ReactNode;
  keep: string;
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
}

/** Asks before an action that cannot be undone; the safe button comes first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, trigger, title, text, children, keep, confirm, busy, onConfirm } =
    props;
  return (
    // Escape does not close it during the action: its failure would not be seen.
    <AlertDialog.Root open={open} onOpenChange={(next) => busy || onOpenChange(next)}>
      <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <Overlay>
          <Sheet>
            <Stack
              as="form"
              $gap="s3"
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                onConfirm();
              }}
            >
              <Title>{title}</Title>
              <AlertDialog.Description>{text}</AlertDialog.Description>
              {children}
              <Answers>
                <AlertDialog.Cancel asChild>
                  <Button disabled={busy}>{keep}</Button>
                </AlertDialog.Cancel>
                <Button type="submit" variant="danger" busy={busy}>
                  {confirm}
                </Button>
              </Answers>
            </Stack>
          </Sheet>
        </Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

const Overlay = styled(AlertDialog.Overlay)`
  position: fixed;
  z-index: ${token("z-dialog")};
  inset: 0;
  display: grid;
  place-items: center;
  padding: min(${token("s4")}, 5vw);
  overflow-y: auto;
  background: ${token("overlay")};
`;

const Sheet = styled(AlertDialog.Content)`
  width: min(100%, 480px);
  padding: min(${token("s5")}, 6.25vw);
  ${panel};
  box-shadow: ${token("shadow-2")};
`;

const Title = styled(AlertDialog.Title)`
  ${titleFont("1.625rem")};
`;

const Answers = styled(Actions)`
  justify-content: flex-end;
  margin-top: ${token("s2")};
`;
