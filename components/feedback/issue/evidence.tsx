import type { ReactNode } from "react";
import { BarList } from "@/components/ui/chart/bar-list";
import { StackedBars } from "@/components/ui/chart/stacked-bars";
import { Section } from "@/components/ui/page";
import { counted } from "@/components/words/counts";
import { revealedText } from "@/lib/core/text/reveal";
import type { IssueView } from "@/lib/feedback/inbox/types";
import { EVIDENCE_WEEKS, type IssueEvidence } from "@/lib/signals/evidence/types";
import { EvidenceCall } from "./evidence-call";
import { EvidenceSheet } from "./evidence-sheet";
import { PeopleSaid } from "./team-notes";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

const versionsText = (versions: readonly number[]) => versions.map((version) => `v${version}`).join(", ");

/** Facts about an issue apart from its reports' text. */
export function Evidence({
  issue,
  evidence,
  callNamed,
}: {
  issue: IssueView;
  evidence: IssueEvidence;
  /** Whether its report names the call. */
  callNamed: boolean;
}) {
  return (
    <>
      <EvidenceCall call={evidence.call} schema={evidence.schema} named={callNamed} />
      <EvidenceSheet sheet={evidence.cheatsheet} />
      <Trend evidence={evidence} />
      <PeopleSaid issue={issue} evidence={evidence} />
    </>
  );
}

function trendText({ weeks, signal }: IssueEvidence): string {
  const newest = weeks.at(-1)?.reports ?? 0;
  const before = weeks.at(-2)?.reports ?? 0;
  const appeared = weeks.filter(({ versions }) => versions.length > 0).length;
  const said = `${counted(signal.reports, "report")} in ${EVIDENCE_WEEKS} weeks, ${newest} this week and ${before} in the week before (UTC).`;
  return appeared > 0 ? `${said} A dashed line: a new version of the tool’s definition appeared.` : said;
}

function Trend({ evidence }: { evidence: IssueEvidence }) {
  const { weeks, models } = evidence;
  return (
    <Section id="trend" title="How often" description={trendText(evidence)}>
      <StackedBars
        label="Reports by week"
        series={[{ key: "reports", label: "Reports", tone: "neutral" }]}
        buckets={weeks.map(({ from, reports, versions }) => ({
          at: from,
          label: DAY.format(new Date(from)),
          values: { reports },
          mark: versions.length > 0 ? versionsText(versions) : undefined,
        }))}
      />
      <Who title="Models" none="No call of the tool in the sessions of these reports names its model.">
        {models.length > 0 && (
          <BarList
            label="Calls of the tool by model, in the sessions of these reports"
            items={models.map(({ name, calls }) => ({ label: revealedText(name), value: calls }))}
          />
        )}
      </Who>
    </Section>
  );
}

function Who({ title, none, children }: { title: string; none: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1 font-medium text-fg-muted text-xs">{title}</h3>
      {children || <p className="text-fg-muted text-sm">{none}</p>}
    </div>
  );
}
