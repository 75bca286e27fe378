import type { Metadata } from "next";
import { cache } from "react";
import { ReportPageView } from "@/components/feedback/report-page";
import { requireUser } from "@/lib/auth/sessions/current";
import type { UserScope } from "@/lib/core/scope";
import { tabTitle } from "@/lib/core/text/tab-title";
import { getFeedback } from "@/lib/feedback/queries";
import { shownReport } from "@/lib/feedback/redaction";
import { mayAnswer } from "@/lib/feedback/rules";
import { findReportLinks } from "@/lib/signals/evidence/report-links";
import { orNotFound } from "../../../lookup";

type Props = { params: Promise<{ id: string }> };

const findReport = cache((scope: UserScope, id: string) =>
  orNotFound(getFeedback(scope, id, { asSent: true })),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const { toolCalled: tool } = await findReport(await requireUser(`/feedback/reports/${id}`), id);
  return { title: tabTitle(tool ? `Report on ${tool}` : "Report") };
}

export default async function FeedbackReportPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/feedback/reports/${id}`);
  const report = await findReport(scope, id);
  const links = await findReportLinks(scope, report);
  return (
    <ReportPageView report={shownReport(report)} links={links} mayReveal={mayAnswer(scope.actor.role)} />
  );
}
