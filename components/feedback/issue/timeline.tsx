import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";
import { ButtonLink } from "@/components/ui/button-link";
import { Icon, type IconName } from "@/components/ui/icon";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Section } from "@/components/ui/page";
import { TabLinks } from "@/components/ui/tab-links";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { Mentionable } from "@/lib/feedback/comments/types";
import { timelineList } from "@/lib/feedback/timeline/list";
import type { ReportRun, Timeline, TimelineItem } from "@/lib/feedback/timeline/types";
import { CommentWords } from "./comment";
import { MentionsSeen } from "./mention-receipts";
import { NewComment } from "./new-comment";
import { ActWords, iconOf } from "./timeline-act";

/** The page of events. `path` is the issue's page, including the list it was opened from. */
export type TimelineAddress = ReturnType<typeof timelineList.parse> & { path: string };

type Reader = { id: string; mayComment: boolean; people: readonly Mentionable[] };

type Issue = { id: string; merged: boolean };

/** What happened to an issue, oldest first, with comments of the team, and the field for a new one. */
export function IssueTimeline({
  issue,
  timeline,
  address: { filter, problems, path },
  reader,
}: {
  issue: Issue;
  timeline: Timeline;
  address: TimelineAddress;
  reader: Reader;
}) {
  const { items, nextCursor, comments } = timeline;
  const link = (change: Partial<typeof filter>) => `${timelineList.link(filter, change, path)}#timeline`;
  return (
    <Section
      id="timeline"
      title="Timeline"
      actions={
        <TabLinks
          label="Events shown"
          items={[
            { href: link({ show: undefined }), label: "All", current: filter.show === undefined },
            {
              href: link({ show: "comments" }),
              label: "Comments",
              count: comments,
              current: filter.show === "comments",
            },
          ]}
        />
      }
    >
      {timeline.unseen && <MentionsSeen issueId={issue.id} />}
      <ListNotice problems={problems} />
      {nextCursor !== null && (
        <ButtonLink href={link({ cursor: nextCursor })} size="sm" className="self-start">
          Show earlier
        </ButtonLink>
      )}
      {items.length > 0 ? (
        <ol aria-label="Events" className="flex flex-col">
          {items.map((item) => (
            <Event key={item.key} item={item} here={issue.id} reader={reader} />
          ))}
        </ol>
      ) : (
        <p className="text-fg-muted text-sm">{filter.show ? "No comments yet." : "Nothing happened yet."}</p>
      )}
      {filter.cursor !== undefined && (
        <ButtonLink href={link({ cursor: undefined })} size="sm" className="self-start">
          Show the newest
        </ButtonLink>
      )}
      <Writing issue={issue} reader={reader} />
    </Section>
  );
}

function Writing({ issue, reader }: { issue: Issue; reader: Reader }) {
  if (issue.merged)
    return (
      <p className="text-fg-muted text-sm">
        This issue was merged. Comment on the issue that it was merged into, where these comments appear too.
      </p>
    );
  return reader.mayComment ? <NewComment key={issue.id} issueId={issue.id} people={reader.people} /> : null;
}

const LOOKS: Record<Exclude<TimelineItem["kind"], "act" | "comment">, IconName> = {
  reports: "bot",
  version: "wrench",
};

function Event({ item, here, reader }: { item: TimelineItem; here: string; reader: Reader }) {
  if (item.kind === "comment") {
    const { comment } = item;
    const name = comment.author?.name ?? "A former user";
    return (
      <Line id={`comment-${comment.id}`} at={item.at} mark={<Avatar name={name} size="sm" />}>
        <CommentWords row={comment} name={name} here={here} reader={reader} />
      </Line>
    );
  }
  const icon = item.kind === "act" ? iconOf(item.act) : LOOKS[item.kind];
  return (
    <Line
      at={item.at}
      mark={
        <span className="flex size-5 shrink-0 items-center justify-center rounded-full border border-border bg-surface text-fg-muted">
          <Icon name={icon} size={12} />
        </span>
      }
    >
      {item.kind === "act" ? (
        <ActWords act={item.act} />
      ) : item.kind === "reports" ? (
        <ReportWords run={item.reports} />
      ) : (
        <>
          <b className="font-medium text-fg">Version {item.version}</b> of the tool’s definition was
          registered
        </>
      )}
    </Line>
  );
}

function Line({ id, at, mark, children }: { id?: string; at: Date; mark: ReactNode; children: ReactNode }) {
  return (
    <li id={id} className="group relative flex scroll-mt-4 gap-3 pb-3 text-sm last:pb-0">
      <span aria-hidden className="absolute top-6 bottom-1 left-2.5 w-px bg-border group-last:hidden" />
      <span className="relative">{mark}</span>
      <div className="flex min-w-0 grow flex-wrap gap-x-3 text-fg-muted">
        <div className="min-w-0 grow basis-48 wrap-anywhere">{children}</div>
        <span className="text-fg-subtle text-xs leading-5">
          <Time value={at} />
        </span>
      </div>
    </li>
  );
}

function ReportWords({ run: { agent, count, since, first } }: { run: ReportRun }) {
  return (
    <>
      <b className="font-medium text-fg">
        {agent === null ? "An unnamed agent" : <Untrusted>{agent}</Untrusted>}
      </b>{" "}
      {count === 1 ? (
        first ? (
          "reported it first"
        ) : (
          "reported it"
        )
      ) : (
        <>
          reported it {first ? "first, " : null}
          <b className="font-medium text-fg">{count.toLocaleString("en")} times</b> since{" "}
          <Time value={since} />
        </>
      )}
    </>
  );
}
