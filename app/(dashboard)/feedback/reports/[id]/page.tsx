import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReportPageView } from "@/components/feedback/report-page";
import { requireUser } from "@/lib/auth/sessions/current";
import { findReportLinks } from "@/lib/calls/of-report";
import { DomainError } from "@/lib/core/errors";
import { getFeedback } from "@/lib/feedback/queries";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: "Report" };

/** One agent's report. */
export default async function FeedbackReportPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/feedback/reports/${id}`);
  const report = await getFeedback(scope, id).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "NOT_FOUND") notFound();
    throw error;
  });
  return <ReportPageView report={report} links={await findReportLinks(scope, report)} />;
}
