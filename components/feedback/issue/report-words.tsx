import type { ShownReport } from "@/lib/feedback/wire";
import { AsSent } from "./original-texts";
import { ReportText } from "./report-text";

/** The text of one report. People who triage can show redacted parts. */
export function ReportWords({ report, mayReveal }: { report: ShownReport; mayReveal: boolean }) {
  const text = <ReportText report={report} />;
  return report.masked && mayReveal ? <AsSent id={report.id}>{text}</AsSent> : text;
}
