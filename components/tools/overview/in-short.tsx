import { Link } from "@/components/ui/link";
import { Card, DetailList, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { claimWords } from "@/components/words/tools";
import type { ToolFeedback } from "@/lib/calls/of-tool/types";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { standingRisk } from "@/lib/tools/rating";
import { Rated } from "../rating-summary";

const LINK = "inline-flex min-h-6 items-center text-accent hover:underline";

/** The rest in a line each, with the page that has more. */
export function InShort({ tool, feedback }: { tool: ToolView; feedback: ToolFeedback }) {
  const base = `/tools/${tool.id}`;
  const holds = standingRisk(tool.standing);
  const waits = holds.requiresConfirmation ? "Its calls wait for a person" : "Its calls run without a person";
  return (
    <Section id="short" title="In short">
      <Card>
        <DetailList
          items={[
            {
              term: "Rating",
              value: (
                <Link href={`${base}/rating`} className={LINK}>
                  <Rated standing={tool.standing} />
                </Link>
              ),
            },
            {
              term: "Waits",
              value: holds.source === "unrated" ? "Unless its gateway calls them low" : waits,
            },
            {
              term: "Server says",
              value: <span className="text-fg-muted italic">{claimWords(tool.hints)}</span>,
            },
            {
              term: "Version",
              value: <Link href={`${base}/versions`} className={LINK}>{`Version ${tool.version}`}</Link>,
            },
            {
              term: "Reports",
              value:
                feedback.reports === 0 ? (
                  <span className="text-fg-muted">None in 90 days</span>
                ) : (
                  <Link href={`/feedback?tool=${encodeURIComponent(tool.name)}`} className={LINK}>
                    {`${counted(feedback.reports, "report")}, ${counted(feedback.openIssues, "open issue")}`}
                  </Link>
                ),
            },
            {
              term: "Cheatsheet",
              value: (
                <Link href={`/tools/cheatsheets/${encodeURIComponent(tool.provider)}`} className={LINK}>
                  <span className="sr-only">Cheatsheet of </span>
                  <Untrusted mono>{tool.provider}</Untrusted>
                </Link>
              ),
            },
          ]}
        />
      </Card>
    </Section>
  );
}
