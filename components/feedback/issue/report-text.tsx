import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { CodeBlock } from "@/components/ui/text/code";
import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import type { ReportTexts } from "@/lib/feedback/wire";

/**
 * The text of one report: attempted, expected and got side by side, then error, reason and wish.
 */
export function ReportText({
  report,
  foot,
}: {
  report: ReportTexts;
  /** Below the three texts, in their box. */
  foot?: ReactNode;
}) {
  const sides = [
    { title: "Attempted", text: report.attemptedAction },
    { title: "Expected", text: report.expectedOutcome },
    { title: "Got", text: report.actualOutcome },
  ];
  const more = [
    { title: "Suggested improvement", text: report.suggestedImprovement },
    { title: "Why the agent reported it", text: report.rationale },
  ];
  return (
    <div className="flex flex-col gap-5">
      <div className="@container overflow-clip rounded-card border border-border bg-surface">
        <div className="grid @lg:grid-cols-3">
          {sides.map(({ title, text }, index) => (
            <div
              key={title}
              className="relative border-border px-4 py-3 not-first:border-t @lg:not-first:border-t-0 @lg:not-first:border-l"
            >
              {index > 0 && (
                <span
                  aria-hidden
                  className="absolute top-3.5 -left-2.5 hidden size-5 items-center justify-center rounded-full border border-border bg-surface text-fg-muted @lg:flex"
                >
                  <Icon name="arrow-right" size={12} />
                </span>
              )}
              <UntrustedQuote title={title} caption={null}>
                <Untrusted lines>{text}</Untrusted>
              </UntrustedQuote>
            </div>
          ))}
        </div>
        {foot}
      </div>
      {report.errorSeen ? (
        <div>
          <h3 className="mb-1.5 flex items-baseline gap-2 font-bold text-sm">
            Error, as the agent saw it{" "}
            <span className="font-normal text-fg-subtle text-xs">written by the agent, not verified</span>
          </h3>
          <CodeBlock label="Error, as the agent saw it">
            <Untrusted lines>{report.errorSeen}</Untrusted>
          </CodeBlock>
        </div>
      ) : (
        <p className="text-fg-muted text-sm">The agent quoted no error.</p>
      )}
      <div className="grid gap-5 md:grid-cols-2">
        {more.map(({ title, text }) =>
          text ? (
            <UntrustedQuote key={title} title={title} caption="written by the agent, not verified">
              <Untrusted lines>{text}</Untrusted>
            </UntrustedQuote>
          ) : null,
        )}
      </div>
    </div>
  );
}
