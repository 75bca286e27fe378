import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { counted } from "@/components/words/counts";
import { RATIONALES_MIN } from "@/lib/intents/runs/types";
import type { Coverage } from "@/lib/intents/types";

/** Whether there are enough usable rationales to group. */
export function isEnough({ calls, empty, recurring }: Coverage): boolean {
  return calls - empty - recurring >= RATIONALES_MIN;
}

/** Why there are no intents yet, and what is needed. */
export function NoIntents({ coverage, several }: { coverage: Coverage; several: boolean }) {
  const { calls, empty, recurring } = coverage;
  const said = calls - empty - recurring;
  if (calls === 0)
    return (
      <EmptyState icon="layers" title="No rationales read yet">
        Gateways send them with each call, and a worker reads them within three minutes. They are grouped once
        {` ${RATIONALES_MIN} `}of them say something.
      </EmptyState>
    );
  if (!isEnough(coverage))
    return (
      <EmptyState icon="layers" title="Too few rationales to group">
        At least {RATIONALES_MIN} that say something are needed{several ? " from one tenant" : ""}; there{" "}
        {said === 1 ? "is" : "are"} {said}.{" "}
        {!several && `${counted(RATIONALES_MIN - said, "more is", "more are")} needed.`}
        <progress
          aria-label="Rationales that say something"
          value={said}
          max={RATIONALES_MIN}
          className="mt-2 block h-1.5 w-full accent-accent"
        />
      </EmptyState>
    );
  return (
    <EmptyState icon="layers" title="Not grouped yet">
      {counted(said, "rationale says", "rationales say")} something. A worker groups them within minutes, and
      then every night that there are new ones{several ? ", one tenant at a time" : ""}.
    </EmptyState>
  );
}

/** Why filters hide all intents. */
export function NoneMatches({ narrowed, href }: { narrowed: boolean; href: string }) {
  return narrowed ? (
    <EmptyState
      icon="filter"
      title="No intent matches these filters"
      action={<ButtonLink href={href}>Clear filters</ButtonLink>}
    >
      Remove a filter, or search for other words. Names, tools and what agents said are searched.
    </EmptyState>
  ) : (
    <EmptyState icon="layers" title="All intents are ignored">
      Choose “Ignored” under “Only” to see them.
    </EmptyState>
  );
}
