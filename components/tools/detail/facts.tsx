import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { failedWords } from "@/components/words/tool";
import { claimWords, mismatchSentence, SOURCE_WORDS } from "@/components/words/tools";
import { ranOf } from "@/lib/calls/of-tool/rules";
import type { ToolDecisions, ToolRecord } from "@/lib/calls/of-tool/types";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { type Hints, mismatchOf } from "@/lib/tools/hints";
import { alwaysWaits, type EffectiveRisk, standingRisk } from "@/lib/tools/rating";

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

/** Five facts, and a sentence if Countersign and the server disagree. */
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
          {RISK_WORDS[holds.risk]}
        </Fact>
        <Fact term="Waits for a person" note={waitsWhy(holds)}>
          {holds.source === "unrated" ? "Unless called low" : holds.requiresConfirmation ? "Yes" : "No"}
        </Fact>
        <Fact
          term="The server says"
          note={
            <>
              <Untrusted mono className="text-2xs">
                {hintTexts(tool.hints)}
              </Untrusted>
              <br />
              claimed by the server, not verified
            </>
          }
          marked={mismatch !== null}
        >
          <span className="font-medium italic">{claimWords(tool.hints)}</span>
        </Fact>
        <Fact term="Calls, 14 days" note={failedWords(ranOf(record))}>
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
      {holds.source === "unrated" ? (
        <p className="flex items-start gap-2 border-border border-t px-3.5 py-2.5 text-sm">
          <Icon name="shield" size={16} className="mt-0.5" />
          <span>
            This tool is not rated yet, so its calls run on the gateway’s word: calls that the gateway rates
            low need no person. Rate it below, or hold such calls in the settings of a tenant.{" "}
            <Link
              href={`/rationales?${new URLSearchParams({ tool: tool.name, ran_on: "gateway_word", within: "any" })}`}
              className="underline underline-offset-2 hover:text-accent"
            >
              Calls that ran so
            </Link>
          </span>
        </p>
      ) : null}
      {mismatch && (
        <p className="flex items-start gap-2 border-t border-border px-3.5 py-2.5 text-sm">
          <Icon name="unequal" size={16} className="mt-0.5" />
          <span>{mismatchSentence(mismatch, holds.risk)} Our rating decides.</span>
        </p>
      )}
    </div>
  );
}

/** The server's hints as written; missing ones are marked as absent. */
function hintTexts({ readOnly, destructive }: Hints): string {
  return `readOnlyHint: ${readOnly ?? "absent"}, destructiveHint: ${destructive ?? "absent"}`;
}

/** Why a call of the tool waits, or why not. */
function waitsWhy({ risk, requiresConfirmation, source }: EffectiveRisk): string {
  if (source === "unrated") return "not rated yet: the gateway’s word for the call holds";
  if (alwaysWaits(risk)) return `${risk} always waits`;
  return requiresConfirmation ? "the tool asks for it" : "the tool does not ask for it";
}

/** People's reaction time, in the largest useful unit. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3_600) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}
