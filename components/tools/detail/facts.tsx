import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { Untrusted } from "@/components/ui/text/untrusted";
import { duration, hintTexts, TOOL, waitsWhy } from "@/components/words/tool";
import { claimWords, mismatchSentence, RISK_NAMES, SOURCE_WORDS } from "@/components/words/tools";
import { ranOf } from "@/lib/calls/of-tool/rules";
import type { ToolDecisions, ToolRecord } from "@/lib/calls/of-tool/types";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { mismatchOf } from "@/lib/tools/hints";
import { standingRisk } from "@/lib/tools/rating";

function Fact({
  term,
  note,
  marked = false,
  children,
}: {
  term: string;
  note?: ReactNode;
  marked?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={`flex min-w-0 flex-1 basis-36 flex-col gap-1 border-border px-3.5 py-3 max-sm:basis-[45%] max-sm:border-b sm:not-last:border-r ${marked ? "bg-sunken" : ""}`}
    >
      <dt className="text-xs text-fg-muted">{term}</dt>
      <dd className="flex flex-col gap-0.5">
        <span className="text-lg font-bold wrap-anywhere">{children}</span>
        {note && <span className="text-xs text-fg-muted">{note}</span>}
      </dd>
    </div>
  );
}

/** Five facts, and in a sentence where we and the server part ways. */
export function Facts({
  tool,
  record,
  decisions,
}: {
  tool: ToolView;
  record: ToolRecord;
  decisions: ToolDecisions;
}) {
  const holds = standingRisk(tool.standing);
  const mismatch = mismatchOf(holds.risk, tool.hints);
  return (
    <div className="overflow-hidden rounded-card border border-border bg-surface">
      <dl aria-label={TOOL.facts} className="flex flex-wrap">
        <Fact term={TOOL.ourRating} note={SOURCE_WORDS[holds.source]}>
          {RISK_NAMES[holds.risk]}
        </Fact>
        <Fact term={TOOL.waits} note={waitsWhy(holds)}>
          {holds.requiresConfirmation ? TOOL.yes : TOOL.no}
        </Fact>
        <Fact
          term={TOOL.claim}
          note={
            <>
              <Untrusted mono className="text-2xs">
                {hintTexts(tool.hints)}
              </Untrusted>
              <br />
              {TOOL.claimBy}
            </>
          }
          marked={mismatch !== null}
        >
          <span className="font-medium italic">{claimWords(tool.hints)}</span>
        </Fact>
        <Fact term={TOOL.calls} note={TOOL.failed(ranOf(record))}>
          <span className="tnum">{record.calls.toLocaleString("en")}</span>
        </Fact>
        <Fact
          term={TOOL.pace}
          note={decisions.medianSeconds === null ? TOOL.noDecisions : TOOL.decisions(decisions.decided)}
        >
          {decisions.medianSeconds === null ? TOOL.never : duration(decisions.medianSeconds)}
        </Fact>
      </dl>
      {mismatch && (
        <p className="flex items-start gap-2 border-t border-border px-3.5 py-2.5 text-sm">
          <Icon name="unequal" size={16} className="mt-0.5" />
          <span>
            {mismatchSentence(mismatch, holds.risk)} {TOOL.ourRatingHolds}
          </span>
        </p>
      )}
    </div>
  );
}
