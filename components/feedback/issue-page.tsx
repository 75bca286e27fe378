import { Badge } from "@/components/ui/badge";
import { Claim, Foreign } from "@/components/ui/code";
import { Time } from "@/components/ui/time";
import type { FeedbackRow, IssueDetail } from "@/lib/feedback/schema";

const CLAIMED = "written by the agent, not verified";

/** One thing that agents reported, with their own words. */
export function IssuePage({ issue }: { issue: IssueDetail }) {
  const { ref, title, state, tool, provider, reports, newest, answer } = issue;
  return (
    <main id="main" className="mx-auto w-full max-w-3xl px-4 py-5 md:px-7">
      <div className="flex flex-wrap items-center gap-2 text-sm text-fg-subtle">
        <span className="mono">{ref}</span>
        <Badge>{state.replace("_", " ")}</Badge>
        {tool && <span className="mono">{provider ? `${provider} · ${tool}` : tool}</span>}
      </div>
      <h1 className="mt-2 text-2xl font-bold">
        <Foreign>{title}</Foreign>
      </h1>
      <p className="mt-1 text-fg-muted">
        {reports === 1 ? "Reported once." : `Reported ${reports.toLocaleString("en")} times.`}
      </p>
      {answer && (
        <p className="mt-4 rounded-card border border-border bg-surface px-3.5 py-2.5">
          Agents are told:{" "}
          {[answer.message, answer.workaround, answer.fixedIn && `Fixed in ${answer.fixedIn}.`]
            .filter(Boolean)
            .join(" ")}
        </p>
      )}
      <ul className="mt-5 flex flex-col gap-4">
        {newest.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
    </main>
  );
}

function Report({ report }: { report: FeedbackRow }) {
  const sides = [
    { title: "Attempted", text: report.attemptedAction },
    { title: "Expected", text: report.expectedOutcome },
    { title: "Got", text: report.actualOutcome },
    { title: "Error seen", text: report.errorSeen },
    { title: "Suggested", text: report.suggestedImprovement },
  ];
  return (
    <li className="rounded-card border border-border bg-surface px-3.5 py-3">
      <p className="mb-3 flex flex-wrap gap-x-3 text-sm text-fg-subtle">
        <Time value={report.createdAt} form="date-time" />
        <span>severity {report.severity}</span>
        <span>tenant {report.tenant}</span>
        <Foreign>{report.agent ?? "Unknown: the gateway named no agent"}</Foreign>
      </p>
      <div className="flex flex-col gap-3">
        {sides.map(({ title, text }) =>
          text === null ? null : (
            <Claim key={title} title={title} caption={CLAIMED}>
              {text}
            </Claim>
          ),
        )}
      </div>
    </li>
  );
}
