import type { ReactNode } from "react";
import { Code } from "@/components/ui/code";
import { Icon } from "@/components/ui/icon";
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
      <dl aria-label="The tool in short" className="flex flex-wrap">
        <Fact term="Our rating" note={SOURCE_WORDS[holds.source]}>
          {RISK_NAMES[holds.risk]}
        </Fact>
        <Fact term="Waits for a person" note={waitsWhy(holds)}>
          {holds.requiresConfirmation ? "Yes" : "No"}
        </Fact>
        <Fact
          term="The server says"
          note={
            <>
              <Code className="mono text-2xs">{hintTexts(tool.hints)}</Code>
              <br />
              {TOOL.claimBy}
            </>
          }
          marked={mismatch !== null}
        >
          <span className="font-medium italic">{claimWords(tool.hints)}</span>
        </Fact>
        <Fact term="Calls, 14 days" note={TOOL.failed(ranOf(record))}>
          <span className="tnum">{record.calls.toLocaleString("en")}</span>
        </Fact>
        <Fact
          term="Usual decision time"
          note={
            decisions.medianSeconds === null
              ? "No decision by a person yet"
              : `median of the last ${decisions.decided.toLocaleString("en")}`
          }
        >
          {decisions.medianSeconds === null ? "None yet" : duration(decisions.medianSeconds)}
        </Fact>
      </dl>
      {mismatch && (
        <p className="flex items-start gap-2 border-t border-border px-3.5 py-2.5 text-sm">
          <Icon name="unequal" size={16} className="mt-0.5" />
          <span>{mismatchSentence(mismatch, holds.risk)} Our rating decides.</span>
        </p>
      )}
    </div>
  );
}
