import type { Me } from "../../api/resources/session-api.ts";
import { Stack } from "../../components/card.tsx";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { Columns } from "../../components/page.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";

export default function ProfilePanel({ me }: { me: Me }) {
  return (
    <Columns $proportion="1fr 1fr">
      <ProfileCard me={me} />
      <Stack>
        <PasswordCard me={me} />
        <ErrorBoundary>
          <SessionsCard />
        </ErrorBoundary>
      </Stack>
    </Columns>
  );
}
