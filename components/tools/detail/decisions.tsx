import { StatusMark } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { DECIDED_WORDS } from "@/components/words/approvals/status";
import { counted } from "@/components/words/counts";
import type { DecisionWord } from "@/lib/approvals/types";
import type { ToolDecisions } from "@/lib/calls/of-tool/types";
import type { ToolView } from "@/lib/tools/catalogue/types";

const LINK = "inline-flex min-h-6 items-center text-sm text-accent hover:underline";

/** People's decisions on held calls, newest first. */
export function Decisions({ tool, decisions }: { tool: ToolView; decisions: ToolDecisions }) {
  return (
    <Section
      id="decisions"
      title="People’s decisions"
      description={
        decisions.waiting === 0 ? "Nothing waits." : `${counted(decisions.waiting, "call")} waiting.`
      }
      actions={
        decisions.recent.length > 0 && (
          <Link href={`/approvals?view=decided&tool=${encodeURIComponent(tool.name)}`} className={LINK}>
            All its approvals
          </Link>
        )
      }
    >
      <Card flush>
        {decisions.recent.length === 0 ? (
          <p className="px-4 py-3.5 text-sm text-fg-muted">No call of this tool was ever held.</p>
        ) : (
          <ul>
            {decisions.recent.map((one) => (
              <li
                key={one.id}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 border-border px-4 py-2.5 not-first:border-t"
              >
                <RiskMark risk={one.risk} />
                <Link
                  href={`/approvals/${one.id}`}
                  className="min-w-0 flex-1 text-sm font-medium underline-offset-2 hover:underline max-sm:basis-full"
                >
                  <Untrusted>{one.summary}</Untrusted>
                </Link>
                <StatusMark>{DECIDED_WORDS[one.decision as DecisionWord]}</StatusMark>
                <span className="text-xs text-fg-muted">
                  {one.decidedBy && (
                    <>
                      by <Untrusted>{one.decidedBy}</Untrusted>{" "}
                    </>
                  )}
                  <Time value={one.decidedAt ?? one.createdAt} form="relative" />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </Section>
  );
}
