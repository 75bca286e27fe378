import { offeredId } from "@/components/signals/suggestions/offered-id";
import { RateAsSuggested } from "@/components/signals/suggestions/rate-as-suggested";
import { shareText } from "@/components/ui/chart/shares";
import { Link } from "@/components/ui/link";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { durationText } from "@/components/words/rationales";
import { lessGuardedWords, ratingMeaning } from "@/components/words/tools";
import { queueList } from "@/lib/approvals/queue/list";
import type { HurriedTool } from "@/lib/insights/signals/types";
import { RateLower } from "./rate-lower";

const LINK = "inline-flex min-h-6 items-center underline-offset-2 hover:underline max-sm:min-h-12";

/**
 * Tools whose high and critical calls were approved at once, most calls first, each with a button
 * that lowers its rating.
 */
export function HurriedTools({
  tools,
  since,
  severalTenants,
}: {
  tools: readonly HurriedTool[];
  /** The first day or moment counted. */
  since: string;
  severalTenants: boolean;
}) {
  return (
    <ul
      aria-label="Tools approved at once"
      className="overflow-clip rounded-card border border-border bg-surface"
    >
      {tools.map((tool) => (
        <li
          key={`${tool.tenantId} ${tool.gateway} ${tool.provider} ${tool.name}`}
          className="flex items-start gap-x-4 gap-y-2 border-border px-4 py-3 not-first:border-t max-sm:flex-col"
        >
          <OneTool tool={tool} since={since} tenant={severalTenants ? tool.tenant : null} />
        </li>
      ))}
    </ul>
  );
}

function OneTool({ tool, since, tenant }: { tool: HurriedTool; since: string; tenant: string | null }) {
  const { calls, atOnce, medianSeconds, toolId, name, provider, gateway } = tool;
  const rows = queueList.link({
    ...{ view: "decided", pace: "at_once", since, tool: name, provider: provider ?? undefined },
    ...{ gateway, tenant: tool.tenant },
  });
  const words = <Untrusted mono>{provider ? `${provider} · ${name}` : name}</Untrusted>;
  return (
    <>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium text-sm wrap-anywhere">
          {toolId ? (
            <Link href={`/tools/${toolId}`} data-key="row" className={LINK}>
              {words}
            </Link>
          ) : (
            words
          )}
          {tool.now && <RiskMark risk={tool.now} />}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-fg-muted text-sm">
          <Link href={rows} className={`tnum text-fg underline decoration-border-strong ${LINK}`}>
            {atOnce.toLocaleString("en")} of {calls.toLocaleString("en")} ({shareText(atOnce / calls)})
          </Link>
          {medianSeconds !== null && <span>half decided within {durationText(medianSeconds * 1_000)}</span>}
          <Untrusted>{gateway}</Untrusted>
          {tenant && <span>{tenant}</span>}
        </p>
        <WhatItMeans tool={tool} />
      </div>
      <Press tool={tool} />
    </>
  );
}

/** The effect of lowering the rating, shown beforehand; or why there is no button. */
function WhatItMeans({
  tool: { offer, tenant, now, isKept, toolId, tenantId, suggestion },
}: {
  tool: HurriedTool;
}) {
  if (isKept)
    return (
      <p className="text-fg-muted text-sm">
        A person dismissed a suggestion to rate it lower: its rating is right.
      </p>
    );
  if (!offer) {
    const isLower = now === "low" || now === "medium";
    return isLower && <p className="text-fg-muted text-sm">Its new calls are no longer rated high.</p>;
  }
  const weaker = lessGuardedWords(offer.after, offer.before);
  return (
    <p id={offeredId(suggestion?.id ?? `${tenantId}-${toolId}`)} className="text-fg-muted text-sm">
      {ratingMeaning(tenant, offer.after, offer.waiting)}
      {weaker && <b className="font-medium text-fg"> {weaker}</b>}
    </p>
  );
}

function Press({ tool: { offer, suggestion, tenantId, toolId } }: { tool: HurriedTool }) {
  if (!offer || !toolId) return null;
  return (
    <div className="flex flex-col items-end gap-2 max-sm:items-start">
      {suggestion ? (
        <RateAsSuggested id={suggestion.id} revision={suggestion.revision} offer={offer} />
      ) : (
        <RateLower
          tenantId={tenantId}
          toolId={toolId}
          offer={offer}
          describedBy={offeredId(`${tenantId}-${toolId}`)}
        />
      )}
    </div>
  );
}
