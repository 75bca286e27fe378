import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { CHANNEL_WORDS } from "@/components/words/notifications";
import { type OwnReach, PERSONAL_CHANNELS, type PersonalChannel } from "@/lib/notifications/types";

const HOW: Record<PersonalChannel, { href: string; label: string }> = {
  push: { href: "/settings/profile#push", label: "Register this device" },
  slack: { href: "/settings/profile/slack", label: "Link your Slack account" },
  email: { href: "/settings/profile#you", label: "Your address" },
};

/** Where each channel reaches the person, or what is missing. */
export function Reached({ reach, admin }: { reach: OwnReach; admin: boolean }) {
  return (
    <Section id="reached" title="Where you are reached">
      <Card>
        <ul className="flex flex-col">
          {PERSONAL_CHANNELS.map((channel) => (
            <li
              key={channel}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-border py-2 text-sm not-first:border-t"
            >
              <span className="w-36 font-medium max-sm:w-full">{CHANNEL_WORDS[channel]}</span>
              <span className="min-w-0 flex-1 text-fg-muted wrap-anywhere">
                <Where {...reach[channel]} />
              </span>
              <Action channel={channel} isSetUp={reach[channel].isSetUp} admin={admin} />
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}

function Where({ to, isSetUp }: OwnReach[PersonalChannel]) {
  if (!isSetUp) return "Not set up in this installation";
  return to === null ? "Does not reach you yet" : <Untrusted>{to}</Untrusted>;
}

function Action({ channel, isSetUp, admin }: { channel: PersonalChannel; isSetUp: boolean; admin: boolean }) {
  if (!isSetUp && !admin) return <span className="text-fg-muted">Ask an administrator</span>;
  const { href, label } = isSetUp
    ? HOW[channel]
    : { href: `/settings/notifications/${channel}`, label: "Set it up" };
  return (
    <Link
      href={href}
      className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12"
    >
      {label}
    </Link>
  );
}
