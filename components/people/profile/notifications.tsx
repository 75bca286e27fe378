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
import { Checkbox } from "@/components/ui/checkbox";
import { SelectField } from "@/components/ui/field";
import { Card, Section } from "@/components/ui/page";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { PROFILE } from "@/components/words/profile";
import type { UserPreferences } from "@/lib/auth/people/types";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import type { SavePreferences } from "./preferences";
import { useChosen } from "./use-chosen";
import { useSaving } from "./use-saving";

/** Whether and for what the browser tells this person, and what this browser allows. */
export function Notifications({
  preferences: { browser, atLeast },
  save,
}: {
  preferences: UserPreferences["notify"];
  save: SavePreferences;
}) {
  const [permission, setPermission] = useState<Permission | "unknown">("unknown");
  useEffect(() => setPermission(permissionNow()), []);
  const [on, chooseOn] = useChosen(browser);
  const [least, chooseLeast] = useChosen(atLeast);
  const act = useSaving(save);
  const ask = async () => setPermission(await askPermission());

  const wish = async (wanted: boolean) => {
    const saved = await chooseOn(wanted, () => act.run({ notify: { browser: wanted } }));
    if (saved && wanted && permissionNow() === "default") await ask();
  };
  const test = () =>
    void notify("This is how it looks", {
      body: "A call of high risk waits for you",
      tag: "test",
      path: "/settings/profile#notifications",
    });

  return (
    <Section
      id="notifications"
      title="Browser notifications"
      description="Shown for calls that begin to wait for you, and once more when their time runs out, while Countersign is open in a tab you do not look at."
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
            {PROFILE.notifySteps[permission]}
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
