import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { Card, Section } from "@/components/ui/page";
import { Code } from "@/components/ui/text/code";
import type { KeysFacts } from "@/lib/channels/push/types";

/** What push needs, and which of it is there. */
export function PushNeeds({ facts, publicUrl }: { facts: KeysFacts; publicUrl: string }) {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  return (
    <Section id="needs" title="What is needed">
      <Card>
        <ul className="flex flex-col gap-2.5 text-sm">
          <Need state={protocol === "https:" ? "ok" : isLocal ? "note" : "problem"} name="A secure address">
            {protocol === "https:" ? (
              <>
                PUBLIC_URL is <Code>{publicUrl}</Code>.
              </>
            ) : isLocal ? (
              "This address works on this computer only. Phones need HTTPS: set PUBLIC_URL to an https address."
            ) : (
              <>
                PUBLIC_URL is <Code>{publicUrl}</Code>. Browsers receive push over HTTPS only: set PUBLIC_URL
                to an https address.
              </>
            )}
          </Need>
          <Need state={facts.problem ? "problem" : "ok"} name="Push keys">
            {KEYS[facts.problem ?? facts.source]}
          </Need>
          <Need name="A way out">
            The worker sends to the push service of each browser over HTTPS: <Code>fcm.googleapis.com</Code>{" "}
            (Chrome, Edge on Android), <Code>web.push.apple.com</Code> (Safari),{" "}
            <Code>updates.push.services.mozilla.com</Code> (Firefox) and <Code>*.notify.windows.com</Code>{" "}
            (Edge on Windows). They see when a message goes to which device, but cannot read it. For a push
            service inside your network, set PUSH_ALLOW_CIDRS.
          </Need>
          <Need name="On iPhone and iPad">
            From version 16.4, and only in the app on the home screen: in Safari, press Share, then Add to
            Home Screen. Open Countersign there and turn push on in the profile.
          </Need>
        </ul>
      </Card>
    </Section>
  );
}

const KEYS: Readonly<Record<NonNullable<KeysFacts["problem"]> | KeysFacts["source"], string>> = {
  environment: "They come from the environment.",
  stored: "They are stored here.",
  none: "Countersign makes them when the first person turns push on.",
  mismatch:
    "The public and the private key do not belong together. Nothing is sent; correct VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, then restart.",
  unreadable:
    "They were stored under another AUTH_SECRET. Nothing is sent; start with that AUTH_SECRET, or make new keys.",
};

const LOOKS = {
  ok: { icon: "check-circle", look: "text-ok", label: "In order" },
  problem: { icon: "alert", look: "text-risk-high", label: "Missing" },
  note: { icon: "info", look: "text-fg-subtle", label: "Note" },
} as const;

function Need({
  state = "note",
  name,
  children,
}: {
  state?: keyof typeof LOOKS;
  name: string;
  children: ReactNode;
}) {
  const { icon, look, label } = LOOKS[state];
  return (
    <li className="flex items-start gap-2">
      <Icon name={icon} className={`mt-0.5 ${look}`} label={label} />
      <span className="min-w-0 max-w-[75ch] wrap-anywhere">
        <span className="font-medium">{name}</span>: <span className="text-fg-muted">{children}</span>
      </span>
    </li>
  );
}
