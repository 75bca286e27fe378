import type { Metadata } from "next";
import { ReportPageView } from "@/components/feedback/report-page";
import { requireUser } from "@/lib/auth/sessions/current";
import { getFeedback } from "@/lib/feedback/queries";
import { shownReport } from "@/lib/feedback/redaction";
import { mayAnswer } from "@/lib/feedback/rules";
import { findReportLinks } from "@/lib/signals/evidence/report-links";
import { orNotFound } from "../../../lookup";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: "Report" };

export default async function FeedbackReportPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/feedback/reports/${id}`);
  const report = await orNotFound(getFeedback(scope, id, { asSent: true }));
  const links = await findReportLinks(scope, report);
  return (
    <ReportPageView report={shownReport(report)} links={links} mayReveal={mayAnswer(scope.actor.role)} />
  );
}
