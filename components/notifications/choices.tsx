"use client";

import { useRouter } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { SelectField } from "@/components/ui/field";
import { Card, Section } from "@/components/ui/page";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { useAct } from "@/components/ui/use-act";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import { saveChoices } from "@/lib/notifications/actions";
import type { ChoicesChange } from "@/lib/notifications/schema";
import { DIGEST_MINUTES, type DigestMinutes, type NotificationChoices } from "@/lib/notifications/types";
import { KindMatrix } from "./kind-matrix";
import { QuietHoursFields } from "./quiet-hours-fields";

const DIGEST_WORDS: Record<DigestMinutes, string> = {
  0: "Send each at once",
  10: "Collect for 10 minutes",
  60: "Collect for an hour",
  240: "Collect for 4 hours",
};

/** What a person is notified of, where and when. Each choice is saved as it is made. */
export function Choices({ choices: saved }: { choices: NotificationChoices }) {
  const [choices, setChoices] = useState(saved);
  const save = useSaving();
  const [touched, setTouched] = useState(false);
  const change = (part: ChoicesChange, shown: Partial<NotificationChoices>) => {
    const before = choices;
    setTouched(true);
    setChoices((now) => ({ ...now, ...shown }));
    void save.run(part).then((result) => result?.ok || setChoices(before));
  };
  const set = (part: Omit<Partial<NotificationChoices>, "channels">) => change(part, part);
  const turn = (box: NonNullable<ChoicesChange["turn"]>) => {
    const others = choices.channels[box.kind].filter((one) => one !== box.channel);
    const channels = { ...choices.channels, [box.kind]: box.on ? [...others, box.channel] : others };
    change({ turn: box }, { channels });
  };
  return (
    <>
      <ActNotice problem={save.problem} />
      <p
        role="status"
        className="sticky top-2 z-10 -my-3 self-end rounded-chip bg-bg px-2 text-fg-muted text-sm empty:hidden"
      >
        {save.open > 0 ? "Saving…" : touched && !save.problem ? "Saved" : null}
      </p>
      <Section
        id="kinds"
        title="What and where"
        description="A call goes only to people who may decide it. Webhooks and shared channels are set by administrators."
      >
        <Card>
          <KindMatrix channels={choices.channels} onChange={turn} />
        </Card>
      </Section>
      <Section id="when" title="When" description="Calls of critical risk can reach you during quiet hours.">
        <Card className="flex flex-col gap-5">
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              name="atLeast"
              label="Only calls of at least this risk"
              value={choices.atLeast}
              onChange={(event) => set({ atLeast: event.target.value as RiskWord })}
            >
              {RISKS.map((risk) => (
                <option key={risk} value={risk}>
                  {RISK_WORDS[risk]}
                </option>
              ))}
            </SelectField>
            <SelectField
              name="digestMinutes"
              label="E-mail that is not urgent"
              hint="Calls of high and critical risk that wait for you are always sent at once."
              value={choices.digestMinutes}
              onChange={(event) => set({ digestMinutes: Number(event.target.value) as DigestMinutes })}
            >
              {DIGEST_MINUTES.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {DIGEST_WORDS[minutes]}
                </option>
              ))}
            </SelectField>
          </div>
          <QuietHoursFields choices={choices} onChange={set} />
        </Card>
      </Section>
    </>
  );
}

/** Saves in sequence, so that a quick second choice is not lost. `open`: choices that are not saved yet. */
function useSaving() {
  const router = useRouter();
  const act = useAct<ChoicesChange, object>(saveChoices, { onDone: () => router.refresh() });
  const [open, setOpen] = useState(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const { run: once } = act;
  const run = useCallback(
    (change: ChoicesChange) => {
      setOpen((count) => count + 1);
      const next = last.current.then(() => once(change)).finally(() => setOpen((count) => count - 1));
      last.current = next.catch(() => undefined); // its own caller shows the failure; the next one goes on
      return next;
    },
    [once],
  );
  return { run, open, problem: act.problem };
}
