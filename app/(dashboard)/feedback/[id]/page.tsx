import type { Metadata } from "next";
import { cache, type ReactNode } from "react";
import { IssueBesideInbox } from "@/components/feedback/feedback-panes";
import { Evidence } from "@/components/feedback/issue/evidence";
import { IssueIntents } from "@/components/feedback/issue/issue-intents";
import { IssuePage } from "@/components/feedback/issue/issue-page";
import { Properties } from "@/components/feedback/issue/properties";
import { Relations } from "@/components/feedback/issue/relations";
import { IssueTimeline } from "@/components/feedback/issue/timeline";
import { FromSuggestion } from "@/components/signals/suggestions/from-suggestion";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { tabTitle } from "@/lib/core/text/tab-title";
import { listColleagues } from "@/lib/feedback/comments/queries";
import { mayComment } from "@/lib/feedback/comments/rules";
import { getRelations } from "@/lib/feedback/grouping/queries";
import { inboxList } from "@/lib/feedback/inbox/list";
import { getIssueView, listInbox } from "@/lib/feedback/inbox/queries";
import { listReports } from "@/lib/feedback/inbox/reports";
import { reportList } from "@/lib/feedback/list";
import { mayAnswer } from "@/lib/feedback/rules";
import { type TimelineFilter, timelineList } from "@/lib/feedback/timeline/list";
import { getTimeline } from "@/lib/feedback/timeline/queries";
import { trackerOffer } from "@/lib/feedback/tracker/draft";
import { findIssueIntents } from "@/lib/intents/issue-intents";
import type { IssueIntents as Intents } from "@/lib/intents/types";
import { getIssueEvidence } from "@/lib/signals/evidence/queries";
import { findReportLinks } from "@/lib/signals/evidence/report-links";
import { findSuggestionOfIssue } from "@/lib/signals/suggestions/queries";
import { orNotFound } from "../../lookup";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Search>;
};

type SuggestionOfIssue = Awaited<ReturnType<typeof findSuggestionOfIssue>>;

const viewOf = cache(getIssueView);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const { ref, title } = await orNotFound(viewOf(await requireUser(`/feedback/${id}`), id));
  return { title: tabTitle(`${ref} ${title}`) };
}

async function readerOf(scope: UserScope, id: string) {
  const may = mayComment(scope.actor.role);
  return { id: scope.actor.id, mayComment: may, people: may ? await listColleagues(scope, id) : [] };
}

async function issueOf(scope: UserScope, id: string, cursor: string | undefined, events: TimelineFilter) {
  const issue = await viewOf(scope, id);
  const [first, other, timeline] = await Promise.all([
    listReports(scope, id),
    cursor === undefined ? null : listReports(scope, id, cursor),
    getTimeline(scope, issue, events),
  ]);
  const newest = first.rows[0] ?? null;
  const links = newest && (await findReportLinks(scope, newest));
  const evidence = await getIssueEvidence(scope, issue, links?.call ?? null, new Date());
  return { issue, newest, reports: other ?? first, links, evidence, timeline };
}

/** The suggestion or intent that a person made the issue of; null if agents reported it. */
function originOf(suggestion: SuggestionOfIssue, met: Intents | null): ReactNode {
  if (suggestion) return <FromSuggestion suggestion={suggestion} />;
  return met && met.made.length > 0 ? <IssueIntents met={met} /> : null;
}

/** One issue next to the inbox. The API's `url` of an issue points here. */
export default async function FeedbackIssuePage({ params, searchParams }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/feedback/${id}`);
  const search = await searchParams;
  const { filter, problems } = inboxList.parse(search);
  const reports = reportList.parse(search);
  const events = timelineList.parse(search);
  const [view, reader, relations, page, suggestion, met] = await Promise.all([
    orNotFound(issueOf(scope, id, reports.filter.cursor, events.filter)),
    readerOf(scope, id),
    getRelations(scope, id),
    listInbox(scope, filter),
    findSuggestionOfIssue(scope, id),
    findIssueIntents(scope, id),
  ]);
  const viewer = { id: scope.actor.id, mayAct: mayAnswer(scope.actor.role) };
  const { evidence, timeline, ...shown } = view;
  const { issue, newest, links } = view;
  const path = inboxList.rowLink(filter, id);
  return (
    <IssueBesideInbox filter={filter} problems={problems} page={page} viewer={viewer} selectedId={id}>
      <IssuePage
        {...shown}
        agents={evidence.agents}
        evidence={
          <>
            <Evidence issue={issue} evidence={evidence} callNamed={links?.callNamed ?? false} />
            {newest && <IssueIntents met={met} />}
          </>
        }
        relations={
          <Relations
            issue={{ id, ref: issue.ref, seen: issue.updatedAt.toISOString() }}
            relations={relations}
            mayAct={viewer.mayAct}
          />
        }
        properties={
          <Properties
            issue={issue}
            evidence={evidence}
            related={{ alike: relations.alike.length, members: relations.members.length }}
            gateway={newest?.gateway ?? null}
            trackerOffer={trackerOffer(issue, newest)}
            mayTriage={viewer.mayAct}
          />
        }
        origin={originOf(suggestion, newest ? null : met)}
        backHref={`/feedback${inboxList.query(filter)}`}
        reportsAddress={{ ...reports, path }}
        mayAnswer={viewer.mayAct}
        viewerId={viewer.id}
        colleagues={reader.people.filter(({ assignable }) => assignable)}
        timeline={
          <IssueTimeline
            issue={{ id, merged: issue.mergedInto !== null }}
            timeline={timeline}
            address={{ ...events, path }}
            reader={reader}
          />
        }
      />
    </IssueBesideInbox>
  );
}
