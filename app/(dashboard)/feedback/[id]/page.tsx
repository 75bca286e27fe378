import type { Metadata } from "next";
import { IssueBesideInbox } from "@/components/feedback/feedback-panes";
import { IssuePage } from "@/components/feedback/issue/issue-page";
import { requireUser } from "@/lib/auth/sessions/current";
import { findReportLinks } from "@/lib/calls/of-report";
import type { Search } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { inboxList } from "@/lib/feedback/inbox/list";
import { getIssueView, listInbox, listReports } from "@/lib/feedback/inbox/queries";
import { reportList } from "@/lib/feedback/list";
import { mayAnswer } from "@/lib/feedback/rules";
import { trackerOffer } from "@/lib/feedback/tracker/draft";
import { orNotFound } from "../../or-not-found";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Search>;
};

export const metadata: Metadata = { title: "Feedback issue" };

async function issueOf(scope: UserScope, id: string, cursor: string | undefined) {
  const issue = await getIssueView(scope, id);
  const [first, reports] = await Promise.all([listReports(scope, id), listReports(scope, id, cursor)]);
  const newest = first.rows[0] ?? null;
  return { issue, newest, reports, links: newest && (await findReportLinks(scope, newest)) };
}

/** One issue beside the inbox; where the `url` of an issue leads. */
export default async function FeedbackIssuePage({ params, searchParams }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/feedback/${id}`);
  const search = await searchParams;
  const { filter, problems } = inboxList.parse(search);
  const reports = reportList.parse(search);
  const [view, page] = await Promise.all([
    orNotFound(issueOf(scope, id, reports.filter.cursor)),
    listInbox(scope, filter),
  ]);
  const viewer = { id: scope.actor.id, mayAct: mayAnswer(scope.actor.role) };
  return (
    <IssueBesideInbox filter={filter} problems={problems} page={page} viewer={viewer} selectedId={id}>
      <IssuePage
        {...view}
        backHref={`/feedback${inboxList.query(filter)}`}
        reportsAddress={{ ...reports, path: inboxList.rowLink(filter, id) }}
        mayAnswer={viewer.mayAct}
        viewerId={viewer.id}
        trackerOffer={trackerOffer(view.issue, view.newest)}
      />
    </IssueBesideInbox>
  );
}
