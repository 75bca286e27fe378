import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { STATE_WORDS } from "@/components/words/feedback";
import type { IssueRelations } from "@/lib/feedback/grouping/types";
import type { IssueHead } from "@/lib/feedback/wire";
import { AlikeActs, TakeApart } from "./relation-acts";

type Issue = { id: string; ref: string; seen: string };

/** Issues that may be the same as this one, and those merged into it. */
export function Relations({
  issue,
  relations: { alike, members },
  mayAct,
}: {
  issue: Issue;
  relations: IssueRelations;
  mayAct: boolean;
}) {
  return (
    <>
      {alike.length > 0 ? (
        <Section
          id="alike"
          title="May be the same"
          description="Issues of the tool whose reports are alike in meaning and words, the likest first."
        >
          <Rows label="Issues that may be the same">
            {alike.map((other) => (
              <Row
                key={other.id}
                issue={other}
                reports={other.reports}
                why={<Shared score={other.score} shared={other.shared} />}
              >
                {mayAct ? <AlikeActs issue={issue} other={other} /> : null}
              </Row>
            ))}
          </Rows>
        </Section>
      ) : null}
      {members.length > 0 ? (
        <Section
          id="members"
          title={`Merged into this one (${members.length.toLocaleString("en")})`}
          description="Their reports count here, and their agents get this answer."
        >
          <Rows label="Issues that were merged into this one">
            {members.map(({ updatedAt, attached, ...member }) => (
              <Row
                key={member.id}
                issue={member}
                reports={member.reports}
                why={
                  attached ? (
                    <Shared {...attached} before="Put here without asking, for they are so alike" />
                  ) : (
                    "Merged by a person"
                  )
                }
              >
                {mayAct ? (
                  <TakeApart
                    member={{ id: member.id, ref: member.ref, seen: updatedAt.toISOString() }}
                    lead={issue.ref}
                  />
                ) : null}
              </Row>
            ))}
          </Rows>
        </Section>
      ) : null}
    </>
  );
}

function Shared({ score, shared, before }: { score: number; shared: string[]; before?: string }) {
  const likeness = `likeness ${score.toFixed(2)}`;
  return (
    <>
      {before ? `${before} (${likeness})` : `Likeness ${score.toFixed(2)}`}
      {shared.length > 0 ? (
        <>
          ; both say <Untrusted>{shared.join(", ")}</Untrusted>
        </>
      ) : null}
    </>
  );
}

function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card flush>
      <ul aria-label={label} className="divide-y divide-border">
        {children}
      </ul>
    </Card>
  );
}

function Row({
  issue: { id, ref, title, state },
  reports,
  why,
  children,
}: {
  issue: IssueHead;
  reports: number;
  why: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-3">
      <div className="min-w-0 grow basis-64 text-sm">
        <Link
          href={`/feedback/${id}`}
          className="inline-flex min-h-6 items-center font-medium underline underline-offset-2 hover:text-accent max-sm:min-h-12"
        >
          <span>
            <span className="mono">{ref}</span> <Untrusted>{title}</Untrusted>
          </span>
        </Link>
        <p className="text-fg-muted text-xs wrap-anywhere">
          {STATE_WORDS[state]} · {counted(reports, "report")} · {why}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </li>
  );
}
