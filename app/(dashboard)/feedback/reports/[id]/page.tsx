import type { Metadata } from "next";
import { ReportPageView } from "@/components/feedback/report-page";
import { requireUser } from "@/lib/auth/sessions/current";
import { findReportLinks } from "@/lib/calls/of-report";
import { getFeedback } from "@/lib/feedback/queries";
import { orNotFound } from "../../../or-not-found";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: "Report" };

/** One agent's report. */
export default async function FeedbackReportPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/feedback/reports/${id}`);
  const report = await orNotFound(getFeedback(scope, id));
  return <ReportPageView report={report} links={await findReportLinks(scope, report)} />;
}
