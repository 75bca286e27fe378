import { StackedBars } from "@/components/ui/chart/stacked-bars";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { counted } from "@/components/words/counts";
import { CLASS_LOOKS, CLASS_SERIES } from "@/components/words/outcome-classes";
import { callsHref, percent } from "@/components/words/tool";

import type { ToolRecord } from "@/lib/calls/of-tool/types";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { dayName } from "../overview/figures";

function bucketsOf(record: ToolRecord) {
  return record.days.map(({ day, classes }) => ({ at: day, label: dayName(day), values: classes }));
}

/** Outcomes of the calls, by day and by outcome, with links to the calls. */
export function Use({ tool, record }: { tool: ToolView; record: ToolRecord }) {
  const since = record.days[0]?.day;
  return (
    <Section
      id="calls"
      title="Calls of the last 14 days"
      description={
        record.namesakes > 0
          ? `Calls are counted by the tool’s name: those of ${counted(record.namesakes, "other tool")} with the same name are included. Days are in UTC.`
          : "Days are in UTC."
      }
      actions={
        <Link
          href={callsHref(tool)}
          className="inline-flex min-h-6 items-center text-sm text-accent hover:underline"
        >
          All its calls
        </Link>
      }
    >
      {record.calls === 0 ? (
        <Card>
          <p className="text-sm text-fg-muted">No agent called it in the last 14 days.</p>
        </Card>
      ) : (
        <Card flush>
          <div className="px-4 pt-4 pb-2">
            <StackedBars label="Calls by outcome per day" series={CLASS_SERIES} buckets={bucketsOf(record)} />
          </div>
          <table className="w-full text-sm">
            <caption className="sr-only">Outcomes</caption>
            <thead className="text-left text-2xs text-fg-subtle">
              <tr className="[&>th]:px-3.5 [&>th]:py-2 [&>th]:font-medium">
                <th scope="col">Outcome</th>
                <th scope="col">Class</th>
                <th scope="col" className="text-right!">
                  Calls
                </th>
                <th scope="col" className="text-right! max-sm:hidden">
                  Share
                </th>
              </tr>
            </thead>
            <tbody>
              {record.outcomes.map(({ outcome, class: kind, calls }) => (
                <tr key={outcome} className="border-t border-border [&>td]:px-3.5 [&>td]:py-1.5">
                  <td className="mono">{outcome}</td>
                  <td className="text-fg-muted">{CLASS_LOOKS[kind].name}</td>
                  <td className="tnum text-right">
                    <Link
                      href={callsHref(tool, outcome, since)}
                      aria-label={`${counted(calls, "call")} with ${outcome}`}
                      className="inline-flex min-h-6 items-center text-accent hover:underline"
                    >
                      {calls.toLocaleString("en")}
                    </Link>
                  </td>
                  <td className="tnum text-right text-fg-muted max-sm:hidden">
                    {percent(calls, record.calls)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </Section>
  );
}
