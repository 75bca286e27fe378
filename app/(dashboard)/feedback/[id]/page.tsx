import type { Metadata } from "next";
import { IssueBesideInbox } from "@/components/feedback/feedback-panes";
import { Comments } from "@/components/feedback/issue/comments";
import { Evidence } from "@/components/feedback/issue/evidence";
import { IssueIntents } from "@/components/feedback/issue/issue-intents";
import { IssuePage } from "@/components/feedback/issue/issue-page";
import { Relations } from "@/components/feedback/issue/relations";
import { FromSuggestion } from "@/components/signals/suggestions/from-suggestion";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { commentList } from "@/lib/feedback/comments/list";
import { listColleagues, listComments } from "@/lib/feedback/comments/queries";
import { mayComment } from "@/lib/feedback/comments/rules";
import { getRelations } from "@/lib/feedback/grouping/queries";
import { inboxList } from "@/lib/feedback/inbox/list";
import { getIssueView, listInbox } from "@/lib/feedback/inbox/queries";
import { listReports } from "@/lib/feedback/inbox/reports";
import { reportList } from "@/lib/feedback/list";
import { mayAnswer } from "@/lib/feedback/rules";
import { trackerOffer } from "@/lib/feedback/tracker/draft";
import { findIssueIntents } from "@/lib/intents/issue-intents";
import { getIssueEvidence } from "@/lib/signals/evidence/queries";
import { findReportLinks } from "@/lib/signals/evidence/report-links";
import { findSuggestionOfIssue } from "@/lib/signals/suggestions/queries";
import { orNotFound } from "../../lookup";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Search>;
};

export const metadata: Metadata = { title: "Feedback issue" };

async function commentsOf(scope: UserScope, id: string, cursor: string | undefined) {
  const may = mayComment(scope.actor.role);
  const [page, people] = await Promise.all([
    listComments(scope, id, cursor),
    may ? listColleagues(scope, id) : [],
  ]);
  return { page, reader: { id: scope.actor.id, mayComment: may, people } };
}

async function issueOf(scope: UserScope, id: string, cursor: string | undefined) {
  const issue = await getIssueView(scope, id);
  const [first, other] = await Promise.all([
    listReports(scope, id),
    cursor === undefined ? null : listReports(scope, id, cursor),
  ]);
  const newest = first.rows[0] ?? null;
  const links = newest && (await findReportLinks(scope, newest));
  const evidence = await getIssueEvidence(scope, issue, links?.call ?? null, new Date());
  return { issue, newest, reports: other ?? first, links, evidence };
}

/** One issue next to the inbox. The API's `url` of an issue points here. */
export default async function FeedbackIssuePage({ params, searchParams }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/feedback/${id}`);
  const search = await searchParams;
  const { filter, problems } = inboxList.parse(search);
  const reports = reportList.parse(search);
  const said = commentList.parse(search);
  const [view, comments, relations, page, suggestion, met] = await Promise.all([
    orNotFound(issueOf(scope, id, reports.filter.cursor)),
    commentsOf(scope, id, said.filter.cursor),
    getRelations(scope, id),
    listInbox(scope, filter),
    findSuggestionOfIssue(scope, id),
    findIssueIntents(scope, id),
  ]);
  const viewer = { id: scope.actor.id, mayAct: mayAnswer(scope.actor.role) };
  const { evidence, ...shown } = view;
  const { ref, mergedInto } = view.issue;
  const path = inboxList.rowLink(filter, id);
  return (
    <IssueBesideInbox filter={filter} problems={problems} page={page} viewer={viewer} selectedId={id}>
      <IssuePage
        {...shown}
        evidence={
          <>
            <Evidence issue={view.issue} evidence={evidence} callNamed={view.links?.callNamed ?? false} />
            <IssueIntents met={met} />
          </>
        }
        relations={
          <Relations
            issue={{ id, ref, seen: view.issue.updatedAt.toISOString() }}
            relations={relations}
            mayAct={viewer.mayAct}
          />
        }
        origin={suggestion && <FromSuggestion suggestion={suggestion} />}
        backHref={`/feedback${inboxList.query(filter)}`}
        reportsAddress={{ ...reports, path }}
        mayAnswer={viewer.mayAct}
        viewerId={viewer.id}
        colleagues={comments.reader.people.filter(({ assignable }) => assignable)}
        trackerOffer={trackerOffer(view.issue, view.newest)}
        comments={
          <Comments
            issue={{ id, ref, merged: mergedInto !== null }}
            address={{ ...said, path }}
            {...comments}
          />
        }
      />
    </IssueBesideInbox>
  );
}
