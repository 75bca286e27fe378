import { ButtonLink } from "@/components/ui/button-link";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Code } from "@/components/ui/text/code";
import { isOnThisMachine } from "./commands";

const LINK = "text-accent underline underline-offset-2";

/** The shortest way to learn of waiting calls while no tab is open: push on one's own device. */
export function PhoneSection({ devices, publicUrl }: { devices: string | null; publicUrl: string }) {
  return (
    <Section
      id="phone"
      title="Be reached on your phone"
      description="Push notifications need HTTPS, but no account elsewhere and no app store. It takes about two minutes."
    >
      <Card className="flex flex-col items-start gap-3 text-sm">
        {devices === null ? <Steps publicUrl={publicUrl} /> : <Reached devices={devices} />}
        <p className="text-fg-muted">
          <Link href="/docs/notifications#phone-and-browser" className={LINK}>
            How push works
          </Link>
          , and{" "}
          <Link href="/docs/notifications" className={LINK}>
            Slack, e-mail and webhooks
          </Link>
        </p>
      </Card>
    </Section>
  );
}

function Reached({ devices }: { devices: string }) {
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <Icon name="check-circle" className="text-ok" />
        Push is on for {devices}.
      </p>
      <ButtonLink href="/settings/profile/notifications">Choose what reaches you</ButtonLink>
    </>
  );
}

function Steps({ publicUrl }: { publicUrl: string }) {
  const isSecure = new URL(publicUrl).protocol === "https:";
  return (
    <>
      <ol className="ml-4 flex list-decimal flex-col gap-1.5">
        {!isSecure && (
          <li>
            Serve Countersign over HTTPS and set PUBLIC_URL to that address. Phones receive no push from{" "}
            <Code>{publicUrl}</Code>.
          </li>
        )}
        <li>
          Open {isSecure ? <Code>{publicUrl}</Code> : "that address"} on your phone and sign in. On an iPhone,
          press Share and Add to Home Screen in Safari, and open it from there.
        </li>
        <li>Open Your profile, then Push, and press Turn on push on this device.</li>
        <li>Press Send a test to your devices.</li>
      </ol>
      {!isSecure && isOnThisMachine(publicUrl) && (
        <p className="text-fg-muted">Browsers on this computer receive push without HTTPS.</p>
      )}
      <ButtonLink href="/settings/profile#push">Turn on push</ButtonLink>
    </>
  );
}
