import { DetailList, Page, PageHead, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { ShownReport } from "@/lib/feedback/wire";
import type { ReportLinks } from "@/lib/signals/evidence/types";
import { ReportLinksList } from "./issue/report-links";
import { ReportWords } from "./issue/report-words";
import { SeverityMark } from "./marks";

export function ReportPageView({
  report,
  links,
  mayReveal,
}: {
  report: ShownReport;
  links: ReportLinks;
  mayReveal: boolean;
}) {
  const { issue } = report;
  return (
    <Page>
      <PageHead
        crumbs={[
          { href: "/feedback", label: "Feedback" },
          { href: `/feedback/${issue.id}`, label: issue.ref },
        ]}
        title={`Report on ${issue.ref}`}
        mark={<SeverityMark severity={report.severity} />}
        description={<Untrusted>{issue.title}</Untrusted>}
      />
      <Section id="happened" title="What happened" description="Written by the agent, not verified.">
        <ReportWords report={report} mayReveal={mayReveal} />
      </Section>
      <Section id="where" title="Where it happened">
        <ReportLinksList report={report} links={links} />
      </Section>
      <Section id="about" title="About this report">
        <DetailList
          items={[
            {
              term: "Agent",
              value: report.agent ? (
                <Untrusted>{report.agent}</Untrusted>
              ) : (
                "Unknown: the gateway named no agent"
              ),
            },
            { term: "Tenant", value: report.tenant },
            { term: "Gateway", value: report.gateway },
            report.externalId !== null && {
              term: "The gateway's id",
              value: <Untrusted mono>{report.externalId}</Untrusted>,
            },
            report.occurredAt !== null && {
              term: "Happened",
              value: <Time value={report.occurredAt} />,
            },
            { term: "Received", value: <Time value={report.createdAt} /> },
          ]}
        />
      </Section>
    </Page>
  );
}
