import type { Metadata } from "next";
import { TurnOnAgain } from "@/components/notifications/stop/turn-on-again";
import { AuthCard } from "@/components/people/sign-in/auth-card";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { CHANNEL_WORDS, KIND_WORDS } from "@/components/words/notifications";
import { currentUser } from "@/lib/auth/sessions/current";
import { DomainError } from "@/lib/core/errors";
import { isKindOn } from "@/lib/notifications/preferences";
import { readStopToken, STOP_PATH, type Stop } from "@/lib/notifications/stop-links";

export const metadata: Metadata = { title: "Stop notifications" };

const SETTINGS = "/settings/profile/notifications";

type Search = { token?: string | string[]; done?: string | string[]; again?: string | string[] };

type Link = { token: string; stop: Stop };

/** Where a mail's stop link leads: one press ends one kind on one channel, without signing in. */
export default async function StopPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { token, done, again } = await searchParams;
  const link = typeof token === "string" ? linkOf(token) : null;
  const on = link && (await stateOf(link.stop));
  if (link === null || on === null) return <NoLink />;
  const { name, says } = KIND_WORDS[link.stop.kind];
  const channel = CHANNEL_WORDS[link.stop.channel];
  if (!on)
    return (
      <AuthCard
        title={done === undefined ? "Already off" : "Stopped"}
        lead={`“${name}” notifications by ${channel} are off. Other notifications and channels stay as they are, and calls still appear in the queue.`}
      >
        <After link={link} />
      </AuthCard>
    );
  if (again !== undefined)
    return (
      <AuthCard title="On again" lead={`“${name}” notifications by ${channel} are on.`}>
        <ChoicesLink />
      </AuthCard>
    );
  return (
    <AuthCard title={`Stop “${name}” by ${channel}?`} lead={says}>
      <form method="post" action={`/api/notifications/stop?page=1&token=${encodeURIComponent(link.token)}`}>
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

function linkOf(token: string): Link | null {
  const stop = readStopToken(token);
  return stop && { token, stop };
}

/** Whether the kind is on; null if its person no longer exists. */
async function stateOf(stop: Stop): Promise<boolean | null> {
  try {
    return await isKindOn(stop);
  } catch (error) {
    if (error instanceof DomainError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

/** The way back. Only its own person, signed in, may turn it on: the link alone cannot. */
async function After({ link: { token, stop } }: { link: Link }) {
  const scope = await currentUser();
  const here = (more: object = {}) => `${STOP_PATH}?${new URLSearchParams({ token, ...more })}`;
  if (scope === null)
    return (
      <div className="flex flex-col gap-3">
        <ButtonLink
          href={`/signin?${new URLSearchParams({ callbackUrl: here() })}`}
          size="lg"
          className="w-full"
        >
          Sign in to turn it on again
        </ButtonLink>
        <ChoicesLink />
      </div>
    );
  if (scope.actor.id !== stop.userId)
    return (
      <div className="flex flex-col gap-3">
        <p className="text-sm">
          This link is from another person’s message. Your own notifications are unchanged.
        </p>
        <ChoicesLink />
      </div>
    );
  return (
    <div className="flex flex-col gap-3">
      <TurnOnAgain kind={stop.kind} channel={stop.channel} href={here({ again: "1" })} />
      <ChoicesLink />
    </div>
  );
}

function NoLink() {
  return (
    <AuthCard
      title="This link is not complete"
      lead="Nothing was changed. Open the whole link from the message, or change your choices in the settings."
    >
      <ChoicesLink />
    </AuthCard>
  );
}

function ChoicesLink() {
  return (
    <ButtonLink href={SETTINGS} size="lg" className="w-full">
      All notification settings
    </ButtonLink>
  );
}
