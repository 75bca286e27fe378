import type { ShownReport } from "@/lib/feedback/wire";
import { AsSent } from "./original-texts";
import { ReportText } from "./report-text";

/** What an agent wrote in one report; those who triage can have shown what was left out. */
export function ReportWords({ report, mayReveal }: { report: ShownReport; mayReveal: boolean }) {
  const text = <ReportText report={report} />;
  return report.masked && mayReveal ? <AsSent id={report.id}>{text}</AsSent> : text;
}
