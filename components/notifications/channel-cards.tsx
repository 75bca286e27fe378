import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { CHANNEL_WORDS } from "@/components/words/notifications";
import type { PeopleChannel } from "@/lib/notices/types";
import type { ChannelHealth } from "@/lib/notifications/types";

const ABOUT: Record<PeopleChannel, { says: string; href: string; label: string; forSome: boolean }> = {
  push: {
    says: "Each person registers their phones and browsers. It needs HTTPS and no account elsewhere.",
    href: "/settings/notifications/push",
    label: "Keys and test",
    forSome: false,
  },
  slack: {
    says: "Direct messages to people who linked their account, and messages to shared channels.",
    href: "/settings/notifications/slack",
    label: "Slack app",
    forSome: true,
  },
  email: {
    says: "Mails to people, urgent ones at once and others collected, and to mailing lists.",
    href: "/settings/notifications/email",
    label: "Mail server",
    forSome: false,
  },
  webhook: {
    says: "Teams, ntfy, Discord, PagerDuty and others, for a whole tenant or a group.",
    href: "/settings/notifications/destinations",
    label: "Destinations",
    forSome: true,
  },
};

/** One card per channel: whether it is set up, and the last 24 hours. */
export function ChannelCards({
  health,
  setUp,
  all,
}: {
  health: readonly ChannelHealth[];
  setUp: readonly PeopleChannel[];
  /** Whether the viewer administers all tenants. */
  all: boolean;
}) {
  return (
    <ul aria-label="Channels" className="grid gap-4 md:grid-cols-2">
      {health.map((one) => {
        const about = ABOUT[one.channel];
        return (
          <li key={one.channel}>
            <Card className="flex h-full flex-col gap-2.5">
              <h2 className="font-bold text-base">{CHANNEL_WORDS[one.channel]}</h2>
              <p className="text-fg-muted text-sm">{about.says}</p>
              <p className="text-sm">{setUp.includes(one.channel) ? lastDay(one) : "Not set up."}</p>
              {one.lastError && (
                <p className="text-sm wrap-anywhere">
                  Last error: <Untrusted>{one.lastError}</Untrusted>
                </p>
              )}
              {(all || about.forSome) && (
                <div className="mt-auto pt-1">
                  <ButtonLink href={about.href} size="sm">
                    {about.label}
                  </ButtonLink>
                </div>
              )}
            </Card>
          </li>
        );
      })}
    </ul>
  );
}

function lastDay({ sent, waiting, retried, failed }: ChannelHealth): string {
  if (sent + waiting + failed === 0) return "Nothing was sent in the last 24 hours.";
  const parts = [
    `${sent} sent`,
    ...(waiting > retried ? [`${waiting - retried} queued`] : []),
    ...(retried > 0 ? [`${retried} tried again after errors`] : []),
    `${failed} failed`,
  ];
  return `In the last 24 hours: ${parts.join(", ")}.`;
}
