"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { TextField } from "@/components/ui/field";
import { useAct } from "@/components/ui/use-act";
import { counted } from "@/components/words/counts";
import { endGrace, extendGrace } from "@/lib/tenants/actions";

const DAYS_OFFERED = 7;

/** Ends the grace period: a missing rationale becomes an error. */
export function EndGraceButton({ tenant, callers }: { tenant: string; callers: number }) {
  const router = useRouter();
  return (
    <ConfirmAct
      act={() => endGrace({ key: tenant })}
      label="End it now…"
      title="End the grace period now?"
      description={`From now on, Countersign refuses every call without a rationale of 10 to 500 characters (422). ${
        callers === 0
          ? "All callers now send one."
          : `${counted(callers, "caller")} left it out of their last call and will be refused until they send one.`
      }`}
      confirm="End the grace period"
      pendingLabel="Ending…"
      onDone={() => router.refresh()}
    />
  );
}

/** Extends the grace period by days. */
export function ExtendGraceForm({ tenant }: { tenant: string }) {
  const router = useRouter();
  const act = useAct(extendGrace, { onDone: () => router.refresh() });
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
