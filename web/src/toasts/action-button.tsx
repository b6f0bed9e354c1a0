import { useState, type ComponentProps } from "react";
import { Button } from "../components/button.tsx";
import type { TranslationKey } from "../i18n/i18n.ts";
import { useResultToasts } from "./use-result-toasts.ts";

type Toast = [title: TranslationKey, text?: TranslationKey];

interface ActionButtonProps<Result> extends Omit<
  ComponentProps<typeof Button>,
  "busy" | "onClick"
> {
  /** Rejects with the error of the call. */
  run: () => Promise<Result>;
  /** Toasts after a failure and a success; the server's message replaces their texts. */
  failed: Toast;
  done?: Toast;
  onDone?: (result: Result) => void;
}

/** A button that is busy during a call of the API, and shows the result in a toast. */
export function ActionButton<Result>(props: ActionButtonProps<Result>) {
  const { run, failed, done, onDone, ...button } = props;
  const { answer, fail } = useResultToasts();
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    const outcome = await run().then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    setBusy(false);
    if ("error" in outcome) {
      const [title, text] = failed;
      return fail(title, outcome.error, text);
    }
    if (done) answer(done[0], outcome.result, done[1]);
    onDone?.(outcome.result);
  };
  return <Button {...button} busy={busy} onClick={act} />;
}
