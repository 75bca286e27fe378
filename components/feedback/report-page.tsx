import { DetailList, Page, PageHead, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { FEEDBACK, ISSUE, LINKS, REPORT } from "@/components/words/feedback";
import type { ReportLinks } from "@/lib/calls/types";
import type { FeedbackRow } from "@/lib/feedback/types";
import { ReportLinksList } from "./issue/report-links";
import { ReportWords } from "./issue/report-words";
import { SeverityMark } from "./marks";

/** One agent's report. */
export function ReportPageView({ report, links }: { report: FeedbackRow; links: ReportLinks }) {
  const { issue } = report;
  return (
    <Page>
      <PageHead
        crumbs={[
          { href: "/feedback", label: FEEDBACK.title },
          { href: `/feedback/${issue.id}`, label: issue.ref },
        ]}
        title={REPORT.title(issue.ref)}
        mark={<SeverityMark severity={report.severity} />}
        description={<Untrusted>{issue.title}</Untrusted>}
      />
      <Section id="happened" title={ISSUE.whatHappened} description={ISSUE.claimed}>
        <ReportWords report={report} />
      </Section>
      <Section id="where" title={LINKS.title}>
        <ReportLinksList report={report} links={links} />
      </Section>
      <Section id="about" title={REPORT.about}>
        <DetailList
          items={[
            {
              term: REPORT.agent,
              value: report.agent ? <Untrusted>{report.agent}</Untrusted> : FEEDBACK.unknownAgent,
            },
            { term: REPORT.tenant, value: report.tenant },
            { term: REPORT.gateway, value: report.gateway },
            report.externalId !== null && {
              term: REPORT.externalId,
              value: <Untrusted mono>{report.externalId}</Untrusted>,
            },
            report.occurredAt !== null && {
              term: REPORT.happened,
              value: <Time value={report.occurredAt} />,
            },
            { term: REPORT.received, value: <Time value={report.createdAt} /> },
          ]}
        />
      </Section>
    </Page>
  );
}
