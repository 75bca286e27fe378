import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { RememberPreview } from "@/lib/approvals/remembered/types";

/**
 * Preview of the rule: a call that passes, the nearest that waits, and recent calls it would have
 * allowed.
 */
export function RememberPreviewed({ preview: { passes, waits, backtest } }: { preview: RememberPreview }) {
  return (
    <dl className="grid grid-cols-[88px_1fr] gap-x-2.5 gap-y-1 rounded-control border border-border bg-sunken px-2.5 py-2 text-sm">
      <dt className="text-fg-subtle">Passes</dt>
      <dd className="wrap-anywhere">
        <Untrusted>{passes}</Untrusted>
      </dd>
      <dt className="text-fg-subtle">Waits</dt>
      <dd className="wrap-anywhere">
        <Untrusted>{waits}</Untrusted>
      </dd>
      <dt className="text-fg-subtle">Lately</dt>
      <dd>
        {backtestWords(backtest)}
        {backtest.refused > 0 ? (
          <b className="text-risk-high">{` People refused ${backtest.refused.toLocaleString("en")} of these.`}</b>
        ) : null}
      </dd>
    </dl>
  );
}

function backtestWords({ days, calls, passed, refused, complete }: RememberPreview["backtest"]): string {
  if (calls === 0) return `There is no other call of the last ${days} days to compare with.`;
  const of = `${passed.toLocaleString("en")} of ${complete ? "" : "the newest "}${counted(calls, "call", "calls")}`;
  const none = passed > 0 && refused === 0 ? " People refused none of these." : "";
  return `${of} of the last ${days} days would have passed.${none}`;
}
