import type { ReactNode } from "react";
import type { ShownReport } from "@/lib/feedback/wire";
import { AsSent } from "./original-texts";
import { ReportText } from "./report-text";

/** The text of one report. People who triage can show redacted parts. */
export function ReportWords({
  report,
  mayReveal,
  foot,
}: {
  report: ShownReport;
  mayReveal: boolean;
  foot?: ReactNode;
}) {
  const text = <ReportText report={report} foot={foot} />;
  return report.masked && mayReveal ? (
    <AsSent id={report.id} foot={foot}>
      {text}
    </AsSent>
  ) : (
    text
  );
}
