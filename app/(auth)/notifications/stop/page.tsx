import type { Metadata } from "next";
import { AuthCard } from "@/components/people/sign-in/auth-card";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { CHANNEL_WORDS, KIND_WORDS } from "@/components/words/notifications";
import { readStopToken } from "@/lib/notifications/stop-links";

export const metadata: Metadata = { title: "Stop notifications" };

type Props = { searchParams: Promise<{ token?: string | string[]; done?: string | string[] }> };

/** Where a mail's stop link leads: one press ends one kind on one channel, without signing in. */
export default async function StopPage({ searchParams }: Props) {
  const { token, done } = await searchParams;
  const stop = typeof token === "string" ? readStopToken(token) : null;
  if (!stop || typeof token !== "string")
    return (
      <AuthCard
        title="This link is not complete"
        lead="Nothing was changed. Open the whole link from the message, or change your choices in the settings."
      >
        <ChoicesLink />
      </AuthCard>
    );
  const { name, says } = KIND_WORDS[stop.kind];
  const channel = CHANNEL_WORDS[stop.channel];
  if (done !== undefined)
    return (
      <AuthCard
        title="Stopped"
        lead={`You no longer get “${name}” by ${channel}. Other notifications stay on.`}
      >
        <ChoicesLink />
      </AuthCard>
    );
  return (
    <AuthCard title={`Stop “${name}” by ${channel}?`} lead={says}>
      <form method="post" action={`/api/notifications/stop?page=1&token=${encodeURIComponent(token)}`}>
        <Button type="submit" variant="primary" size="lg" className="w-full">
          Stop these notifications
        </Button>
      </form>
      <p className="mt-3 text-fg-muted text-sm">
        Other notifications and other channels stay on. Calls still appear in your queue.
      </p>
      <div className="mt-4">
        <ChoicesLink />
      </div>
    </AuthCard>
  );
}

function ChoicesLink() {
  return (
    <ButtonLink href="/settings/profile/notifications" size="lg" className="w-full">
      All notification settings
    </ButtonLink>
  );
}
