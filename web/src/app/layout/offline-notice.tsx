import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { styled } from "styled-components";
import { Wrap } from "../../components/page.tsx";
import { useTranslation } from "react-i18next";
import { iconText, textStyle, token } from "../../styles/theme.ts";

/** Shown while the browser is offline. The live region exists before, so that screen readers announce the text. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <output>
      {online ? null : (
        <Bar>
          <Line>
            <WifiOff />
            {t("common.offline")}
          </Line>
        </Bar>
      )}
    </output>
  );
}

function subscribe(changed: () => void): () => void {
  globalThis.addEventListener("online", changed);
  globalThis.addEventListener("offline", changed);
  return () => {
    globalThis.removeEventListener("online", changed);
    globalThis.removeEventListener("offline", changed);
  };
}

const Bar = styled.span`
  display: block;
  background: ${token("warn-soft")};
  ${textStyle("fs-sm", "warn")};
  font-weight: 500;
`;

const Line = styled(Wrap).attrs({ as: "span" })`
  ${iconText("s2")};
  padding-block: ${token("s2")};
`;
