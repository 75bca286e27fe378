"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { TextField } from "@/components/ui/field";
import { type ActResult, useAct } from "@/components/ui/use-act";
import { GRACE } from "@/components/words/tenants";

export type EndGrace = (input: object) => Promise<ActResult>;
export type ExtendGrace = (input: object) => Promise<ActResult>;

const DAYS_OFFERED = 7;

/** From now on a missing rationale is an error. */
export function EndGraceButton({ tenant, callers, end }: { tenant: string; callers: number; end: EndGrace }) {
  const router = useRouter();
  return (
    <ConfirmAct
      act={() => end({ key: tenant })}
      label={GRACE.end}
      title={GRACE.endTitle}
      description={GRACE.endText(callers)}
      confirm={GRACE.endDo}
      pendingLabel={GRACE.ending}
      onDone={() => router.refresh()}
    />
  );
}

/** Some more days. */
export function ExtendGraceForm({ tenant, extend }: { tenant: string; extend: ExtendGrace }) {
  const router = useRouter();
  const act = useAct(extend, { onDone: () => router.refresh() });
  return (
    <form
      noValidate
      aria-label={GRACE.extend}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const days = String(new FormData(event.currentTarget).get("days") ?? "").trim();
        void act.run({ key: tenant, days: /^\d{1,4}$/.test(days) ? Number(days) : Number.NaN });
      }}
    >
      <div className="flex items-start gap-2">
        <div className="w-40">
          <TextField
            name="days"
            id="grace-days"
            label={GRACE.extendBy}
            defaultValue={DAYS_OFFERED}
            inputMode="numeric"
            autoComplete="off"
            error={act.problem?.fields.days}
          />
        </div>
        <Button type="submit" pending={act.pending} pendingLabel={GRACE.extending} className="mt-6">
          {GRACE.extend}
        </Button>
      </div>
      {act.problem && !act.problem.fields.days && <ActNotice problem={act.problem} />}
    </form>
  );
}
