"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { TextField } from "@/components/ui/field";
import { type ActResult, useAct } from "@/components/ui/use-act";

export type EndGrace = (input: object) => Promise<ActResult>;
export type ExtendGrace = (input: object) => Promise<ActResult>;

const DAYS_OFFERED = 7;

/** From now on a missing rationale is an error. */
export function EndGraceButton({ tenant, callers, end }: { tenant: string; callers: number; end: EndGrace }) {
  const router = useRouter();
  return (
    <ConfirmAct
      act={() => end({ key: tenant })}
      label="End it now…"
      title="End the grace period now?"
      description={
        callers === 0
          ? "From now on every call without a rationale of 10 to 500 characters is refused with 422. No caller has left one out."
          : `From now on every call without a rationale of 10 to 500 characters is refused with 422. The callers listed here will fail until they send one.`
      }
      confirm="End the grace period"
      pendingLabel="Ending…"
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
      aria-label="Extend"
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
            label="Days to add"
            defaultValue={DAYS_OFFERED}
            inputMode="numeric"
            autoComplete="off"
            error={act.problem?.fields.days}
          />
        </div>
        <Button type="submit" pending={act.pending} pendingLabel="Extending…" className="mt-6">
          Extend
        </Button>
      </div>
      {act.problem && !act.problem.fields.days && <ActNotice problem={act.problem} />}
    </form>
  );
}
