import { ShareBar } from "@/components/ui/chart/share-bar";
import { FILLS, type Tone } from "@/components/ui/chart/tones";
import type { CallOutcome, PolicyPreview } from "@/lib/policies/types";

const OUTCOMES = ["pass", "wait", "deny", "unknown"] as const;

type Outcome = (typeof OUTCOMES)[number];

export const OUTCOME_HEADS: Record<Outcome, string> = {
  pass: "Pass",
  wait: "Wait",
  deny: "Refused",
  unknown: "Unknown",
};

const TONES: Record<Outcome, Tone> = { pass: "muted", wait: "accent", deny: "strong", unknown: "neutral" };

const parts = (counts: Record<CallOutcome, number> & { unknown?: number }) =>
  OUTCOMES.map((key) => ({ key, label: OUTCOME_HEADS[key], value: counts[key] ?? 0, tone: TONES[key] }));

/** The calls as they ended and as they would have, as two bars of the same length. */
export function BeforeAfter({ preview }: { preview: PolicyPreview }) {
  const rows = [
    { name: "Before", parts: parts(preview.before) },
    { name: "After", parts: parts(preview.after) },
  ];
  return (
    <div className="flex flex-col gap-2 border-border border-b px-3.5 py-3">
      {rows.map((row) => (
        <div key={row.name} className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-2 gap-y-0.5">
          <span className="text-fg-muted text-xs">{row.name}</span>
          <ShareBar label={row.name} parts={row.parts} height={14} />
          <span aria-hidden className="col-start-2 flex flex-wrap gap-x-3 text-2xs text-fg-muted">
            {row.parts
              .filter(({ value }) => value > 0)
              .map(({ key, label, value, tone }) => (
                <span key={key} className="inline-flex items-center gap-1">
                  <svg aria-hidden width="8" height="8">
                    <rect width="8" height="8" rx="1" className={FILLS[tone]} />
                  </svg>
                  {label} <b className="tnum font-medium text-fg">{value.toLocaleString("en")}</b>
                </span>
              ))}
          </span>
        </div>
      ))}
    </div>
  );
}
