"use client";

import { useEffect, useState } from "react";
import {
  askPermission,
  notify,
  type Permission,
  permissionNow,
} from "@/components/shell/notifications/browser";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Checkbox } from "@/components/ui/checkbox";
import { SelectField } from "@/components/ui/field";
import { Card, Section } from "@/components/ui/page";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import type { UserPreferences } from "@/lib/auth/people/types";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import { useChosen } from "./use-chosen";
import { useSaving } from "./use-saving";

const STEPS: Record<Permission | "unknown", string> = {
  unknown: "Checking what this browser allows…",
  unsupported:
    "This browser cannot show notifications, or this address is not secure (HTTPS). Your choice applies to your other browsers.",
  default: "This browser has not asked you yet. When you switch notifications on, it asks once.",
  denied:
    "This browser blocks notifications for this site. Allow them in its site settings, next to the address, then come back.",
  granted: "This browser allows notifications.",
};

/** Which notifications this person wants, and what this browser allows. */
export function Notifications({
  preferences: { browser, atLeast },
}: {
  preferences: UserPreferences["notify"];
}) {
  const [permission, setPermission] = useState<Permission | "unknown">("unknown");
  useEffect(() => setPermission(permissionNow()), []);
  const [on, chooseOn] = useChosen(browser);
  const [least, chooseLeast] = useChosen(atLeast);
  const act = useSaving();
  const ask = async () => setPermission(await askPermission());

  const wish = async (wanted: boolean) => {
    const saved = await chooseOn(wanted, () => act.run({ notify: { browser: wanted } }));
    if (saved && wanted && permissionNow() === "default") await ask();
  };
  const test = () =>
    void notify("This is how it looks", {
      body: "A high-risk call is waiting for you",
      tag: "test",
      path: "/settings/profile#notifications",
    });

  return (
    <Section
      id="notifications"
      title="Browser notifications"
      actions={<ButtonLink href="/settings/profile/notifications">E-mail, Slack and phone</ButtonLink>}
      description="The browser shows one when a call starts to wait for you, and another when its time is running out, while Countersign is open in a tab you are not looking at."
    >
      <Card className="flex flex-col gap-4">
        <Checkbox label="Notify me" checked={on} onChange={(event) => void wish(event.target.checked)} />
        <SelectField
          name="atLeast"
          label="Only for calls of at least this risk"
          value={least}
          disabled={!on}
          className="max-w-64"
          onChange={(event) => {
            const risk = event.target.value as RiskWord;
            void chooseLeast(risk, () => act.run({ notify: { atLeast: risk } }));
          }}
        >
          {RISKS.map((risk) => (
            <option key={risk} value={risk}>
              {RISK_WORDS[risk]}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="min-w-0 flex-1 basis-64 text-sm text-fg-muted">
            {STEPS[permission]}
          </p>
          {permission === "default" && on && (
            <Button size="sm" icon="bell" onClick={() => void ask()}>
              Ask this browser
            </Button>
          )}
          {permission === "granted" && (
            <Button size="sm" icon="bell" onClick={test}>
              Show a test notification
            </Button>
          )}
        </div>
        <ActNotice problem={act.problem} />
      </Card>
    </Section>
  );
}
