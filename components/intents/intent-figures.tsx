import { ShareBar } from "@/components/ui/chart/share-bar";
import { StackedBars } from "@/components/ui/chart/stacked-bars";
import { FILLS, type Tone } from "@/components/ui/chart/tones";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { shareWords } from "@/components/words/intents";
import { CLASS_LOOKS, CLASS_SERIES } from "@/components/words/outcome-classes";
import { callList, type LogFilter } from "@/lib/calls/log/list";
import { OUTCOME_CLASSES, type OutcomeClass } from "@/lib/calls/types";
import { revealedText } from "@/lib/core/text/reveal";
import { spreadWords } from "@/lib/intents/detail/rules";
import type { MatrixRow, TrendWeek, WhoRow } from "@/lib/intents/detail/types";

const logOf = (intent: string, more: Partial<LogFilter>) =>
  callList.link({ intent, within: more.since ? undefined : "any", ...more });

const TONES = Object.fromEntries(CLASS_SERIES.map(({ label, tone }) => [label, tone]));

const COLUMN_OF: Record<OutcomeClass, keyof MatrixRow> = {
  ok: "ok",
  caller: "caller",
  tool: "broken",
  boundary: "boundary",
  governance: "governance",
  extrinsic: "extrinsic",
};

/** A figure that links to its calls; zero is a dash. */
function Cell({ value, href }: { value: number; href: string }) {
  if (value === 0)
    return (
      <td className="tnum px-2 py-1 text-right text-fg-subtle">
        <span aria-hidden>–</span>
        <span className="sr-only">0</span>
      </td>
    );
  return (
    <td className="tnum px-2 py-1 text-right">
      <Link href={href} className="inline-flex min-h-6 items-center hover:underline max-sm:min-h-12">
        {value.toLocaleString("en")}
      </Link>
    </td>
  );
}

/** Column heads; those of a colour in a chart of the table show it. */
function Head({ names, tones = {} }: { names: readonly string[]; tones?: Record<string, Tone> }) {
  return (
    <thead>
      <tr className="border-border border-b text-fg-muted text-xs">
        {names.map((name, index) => (
          <th
            key={name}
            scope="col"
            className={`whitespace-nowrap px-2 py-1.5 font-medium ${index === 0 ? "text-left" : "text-right"}`}
          >
            {tones[name] && (
              <svg aria-hidden width={8} height={8} className="mr-1 inline-block">
                <rect width={8} height={8} rx={2} className={FILLS[tones[name]]} />
              </svg>
            )}
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/**
 * The tools that agents use for the intent, the outcomes, and the spread of the choice in words.
 */
export function ToolMatrix({ intent, rows }: { intent: string; rows: readonly MatrixRow[] }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm">
        <Untrusted>{spreadWords(rows)}</Untrusted>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section aria-label="Tools and outcomes" tabIndex={0} className="relative overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">Calls of each tool by what became of them</caption>
          <Head
            tones={TONES}
            names={[
              "Tool",
              "Outcomes",
              "Calls",
              "Held",
              ...OUTCOME_CLASSES.map((one) => CLASS_LOOKS[one].name),
            ]}
          />
          <tbody>
            {rows.map((row) => {
              const of = { tool: row.tool, provider: row.provider || undefined };
              return (
                <tr key={`${row.provider} ${row.tool}`} className="border-border border-b last:border-b-0">
                  <th scope="row" className="min-w-40 max-w-64 px-2 py-1 text-left font-normal wrap-anywhere">
                    <Untrusted mono>{row.provider ? `${row.provider} · ${row.tool}` : row.tool}</Untrusted>
                  </th>
                  <td className="min-w-28 px-2 py-1 align-middle">
                    <ShareBar
                      label={`What became of the calls of ${revealedText(row.tool)}`}
                      parts={CLASS_SERIES.map((one) => ({ ...one, value: Number(row[COLUMN_OF[one.key]]) }))}
                    />
                  </td>
                  <Cell value={row.calls} href={logOf(intent, of)} />
                  <Cell value={row.held} href={logOf(intent, { ...of, held: "yes" })} />
                  {OUTCOME_CLASSES.map((one) => (
                    <Cell
                      key={one}
                      value={Number(row[COLUMN_OF[one]])}
                      href={logOf(intent, { ...of, class: one })}
                    />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </div>
  );
}

const dayLabel = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });

/** The calls week by week; each bar links to its calls. */
export function Trend({ intent, weeks }: { intent: string; weeks: readonly TrendWeek[] }) {
  return (
    <StackedBars
      label="Calls in each of the last twelve weeks"
      series={[
        { key: "worked", label: "Not failed", tone: "muted" },
        { key: "failed", label: "Failed", tone: "neutral" },
      ]}
      buckets={weeks.map(({ from, to, calls, failed }) => ({
        at: from,
        label: dayLabel(from),
        values: { worked: calls - failed, failed },
        href: logOf(intent, { since: from, until: to }),
      }))}
    />
  );
}

/** Who makes these calls. */
export function WhoTable({
  intent,
  by,
  rows,
}: {
  intent: string;
  by: "agent" | "model";
  rows: readonly WhoRow[];
}) {
  if (rows.length === 0) return <p className="text-sm text-fg-muted">No call of the last eight weeks.</p>;
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Calls by {by}</caption>
      <Head names={[by === "agent" ? "Agent" : "Model", "Calls", "Failed"]} />
      <tbody>
        {rows.map(({ name, calls, failed }) => (
          <tr key={name} className="border-border border-b last:border-b-0">
            <th scope="row" className="px-2 py-1 text-left font-normal wrap-anywhere">
              {name === "" ? <span className="text-fg-muted">not said</span> : <Untrusted>{name}</Untrusted>}
            </th>
            {name === "" ? (
              <td className="tnum px-2 py-1 text-right">{calls.toLocaleString("en")}</td>
            ) : (
              <Cell value={calls} href={logOf(intent, by === "agent" ? { agent: name } : { model: name })} />
            )}
            <td className="tnum px-2 py-1 text-right text-fg-muted">
              {failed === 0 ? "none" : shareWords(failed, calls)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
