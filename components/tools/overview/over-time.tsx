import { shareText } from "@/components/ui/chart/shares";
import { StackedBars } from "@/components/ui/chart/stacked-bars";
import { Explained } from "@/components/ui/explained";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { counted } from "@/components/words/counts";
import { CLASS_SERIES } from "@/components/words/outcome-classes";
import { callsHref, FIGURE_MEANINGS } from "@/components/words/tool";
import { callList } from "@/lib/calls/log/list";
import type { ToolRecord } from "@/lib/calls/of-tool/types";
import type { ToolUse } from "@/lib/signals/use/types";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { dayName, versionMarks, versionRates } from "./figures";

/** Calls by outcome, day by day, with a line where a new version of the definition began. */
export function OverTime({ tool, record, use }: { tool: ToolView; record: ToolRecord; use: ToolUse }) {
  const marks = versionMarks(
    use,
    record.days.map(({ day }) => day),
  );
  const rates = versionRates(use.rows);
  return (
    <Section
      id="calls"
      title="Calls by outcome"
      about={
        <Explained what="Calls by outcome">
          {FIGURE_MEANINGS.calls} A dashed line is a new version of the definition.
          {record.namesakes > 0 &&
            ` Calls of ${counted(record.namesakes, "other tool")} with the same name are included.`}
        </Explained>
      }
      description={
        rates.length < 2
          ? "Per day, UTC"
          : `Per day, UTC. Failed: ${rates.map(({ version, rate }) => `${shareText(rate)} with version ${version}`).join(", ")}.`
      }
      actions={
        <Link
          href={callsHref(tool)}
          className="inline-flex min-h-6 items-center text-accent text-sm hover:underline"
        >
          All its calls
        </Link>
      }
    >
      <Card>
        {record.calls === 0 ? (
          <p className="text-fg-muted text-sm">
            No agent called it in the last 14 days. The chart begins with the first call that its gateway
            reports.
          </p>
        ) : (
          <StackedBars
            label="Calls by outcome per day"
            series={CLASS_SERIES}
            buckets={record.days.map(({ day, classes }) => ({
              at: day,
              label: dayName(day),
              values: classes,
              mark: marks.get(day),
              href: callList.link({ tool: tool.name, since: day, until: day }),
            }))}
          />
        )}
      </Card>
    </Section>
  );
}
