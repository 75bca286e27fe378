import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Card, DetailList } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { Referral, ToolBoundaries } from "@/lib/signals/boundaries/types";

const TEXT_SHOWN = 600;

const LINK = "inline-flex min-h-6 items-center text-sm text-accent hover:underline";

function OneReferral({ referral }: { referral: Referral }) {
  const said = (term: string, text: string | null) =>
    text !== null && {
      term,
      value: (
        <Untrusted lines limit={TEXT_SHOWN}>
          {text}
        </Untrusted>
      ),
    };
  return (
    <li className="flex flex-col gap-2 border-border px-4 py-3 not-first:border-t">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-fg-muted">
        <Link href={`/rationales/calls/${referral.call}`} className={LINK}>
          <Time value={referral.occurredAt} form="date-time" />
        </Link>
        {referral.agent && <Untrusted>{referral.agent}</Untrusted>}
        {referral.confirmed && <Badge>a user corrected it</Badge>}
      </p>
      <DetailList
        items={[
          { term: "Boundary", value: <Untrusted limit={200}>{referral.axes.join(", ")}</Untrusted> },
          said("Shape of the task", referral.taskShape),
          said("Suggested split", referral.suggestedSplit),
          said("Evidence", referral.evidence),
        ]}
      />
    </li>
  );
}

/** The newest referrals in the tool's own words. */
export function Referrals({ found, all }: { found: ToolBoundaries; all: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-sm font-bold">
          Newest referrals{" "}
          <span className="text-xs font-normal text-fg-subtle">written by the tool, not verified</span>
        </h3>
        {found.events > found.referrals.length && (
          <Link href={all} className={LINK}>
            All of them
          </Link>
        )}
      </div>
      <Card flush>
        <ul>
          {found.referrals.map((referral) => (
            <OneReferral key={referral.call} referral={referral} />
          ))}
        </ul>
      </Card>
    </div>
  );
}
