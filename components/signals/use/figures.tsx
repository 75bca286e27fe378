import { Explained } from "@/components/ui/explained";
import { FactStrip } from "@/components/ui/list/fact-strip";
import { Card, Section } from "@/components/ui/page";
import { TabLinks } from "@/components/ui/tab-links";
import { Untrusted } from "@/components/ui/text/untrusted";
import { USE_BY_WORDS, USE_DAYS_WORDS } from "@/components/words/attempts";
import { counted } from "@/components/words/counts";
import { CLASS_LOOKS } from "@/components/words/outcome-classes";
import { durationText } from "@/components/words/rationales";
import type { LogFilter } from "@/lib/calls/log/list";
import type { OutcomeClass } from "@/lib/calls/types";
import { revealedText } from "@/lib/core/text/reveal";
import { callsOfRow, callsOfTool, retriesOfRow } from "@/lib/signals/use/links";
import { figuresHref } from "@/lib/signals/use/list";
import { type ToolUse, USE_BY, USE_DAYS, type UseFigures, type UseRow } from "@/lib/signals/use/types";
import { Calls, WideTable } from "./parts";

export type Shown = { tool: { id: string; name: string; gateway: string }; use: ToolUse };

const CLASSES: readonly OutcomeClass[] = ["ok", "caller", "tool", "extrinsic", "boundary", "governance"];

const percent = (share: number) => `${Math.round(100 * share)} %`;

function shareText(part: number, { groups }: UseFigures, share: UseFigures["firstTryShare"]): string {
  if (groups === 0) return "–";
  if (!share) return `${part.toLocaleString("en")} of ${groups.toLocaleString("en")}`;
  return `${percent(share.share)} (${Math.round(100 * share.from)} to ${Math.round(100 * share.to)})`;
}

const about = (ms: number | null) => (ms === null ? "–" : durationText(ms));

/** Figures of all calls, then by version, method, gateway, agent or model. */
export function UseFigureTables({ tool, use }: Shown) {
  const { total, rows, by, days } = use;
  const choices = (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <TabLinks
        label="Group by"
        items={USE_BY.map((one) => ({
          href: figuresHref(tool.id, { by: one, days }),
          label: USE_BY_WORDS[one],
          current: one === by,
        }))}
      />
      <TabLinks
        label="Time"
        items={USE_DAYS.map((one) => ({
          href: figuresHref(tool.id, { by, days: one }),
          label: USE_DAYS_WORDS[one],
          current: one === days,
        }))}
      />
    </div>
  );
  return (
    <Section
      id="figures"
      title="What became of its calls"
      about={
        <Explained what="Attempt">
          One attempt = an agent’s tries until one works or it switches tools. Held and refused calls do not
          count as failures. Shares have a 90 % interval and need 20 attempts. Times are accurate to a fifth.
        </Explained>
      }
      description={`The last ${days} days in UTC`}
    >
      {choices}
      <Standing use={use} />
      {total.calls > 0 && (
        <>
          <Totals tool={tool} use={use} />
          <Card flush>
            <CallsTable tool={tool} use={use} />
          </Card>
          <Card flush>
            <AttemptsTable tool={tool} use={use} />
          </Card>
          {use.moreRows && (
            <p className="text-xs text-fg-muted">
              Only the {rows.length} with most calls are shown. The log of calls has all of them.
            </p>
          )}
        </>
      )}
    </Section>
  );
}

/** What the figures leave out, or that there are none. */
function Standing({ use: { total, pending, days } }: { use: ToolUse }) {
  return (
    <>
      {total.calls === 0 && (
        <Card>
          <p className="text-sm text-fg-muted">
            {pending > 0
              ? "Its newest calls are being added up."
              : `No agent called it in the last ${days} days.`}
          </p>
        </Card>
      )}
      {pending > 0 && (
        <p className="text-xs text-fg-muted">
          {counted(pending, "call")} of tools with this name {pending === 1 ? "is" : "are"} not in these
          figures yet. New calls take a minute or two.
        </p>
      )}
      {total.late > 0 && (
        <p className="text-xs text-fg-muted">
          {counted(total.late, "call")} arrived after {total.late === 1 ? "its" : "their"} session had gone
          on: counted as calls, but in no attempt.
        </p>
      )}
    </>
  );
}

function Totals({ tool, use }: Shown) {
  const { total } = use;
  const all = callsOfTool({ tool, use });
  const few = total.groups > 0 && !total.firstTryShare;
  const fewWords = "fewer than 20 attempts: no share shown";
  const fact = (term: string, value: number, words: string, filter: LogFilter, note: string) => ({
    term,
    value: (
      <Calls value={value} filter={filter} label={`${term}: ${words}`}>
        {words}
      </Calls>
    ),
    note,
  });
  return (
    <FactStrip
      label="The tool’s figures"
      items={[
        fact(
          "Calls",
          total.calls,
          total.calls.toLocaleString("en"),
          all,
          `${total.classes.ok.toLocaleString("en")} worked`,
        ),
        fact(
          "Worked at the first try",
          total.firstTry,
          shareText(total.firstTry, total, total.firstTryShare),
          { ...all, attempt: "first" },
          few ? fewWords : `${counted(total.groups, "attempt")}; 90 % interval in brackets`,
        ),
        fact(
          "Failed at first",
          total.groups - total.firstTry,
          (total.groups - total.firstTry).toLocaleString("en"),
          { ...all, attempt: "failed" },
          `${(total.worked - total.firstTry).toLocaleString("en")} of them worked later`,
        ),
        {
          term: "Calls per success",
          value: total.turnsPerSuccess === null ? "–" : total.turnsPerSuccess.toFixed(1),
          note: "in attempts that worked",
        },
        {
          term: "Usual time",
          value: about(total.medianMs),
          note: `95 of 100 within ${about(total.slowMs)}; to within a fifth`,
        },
      ]}
    />
  );
}

function RowName({ use: { by }, row }: { use: ToolUse; row: UseRow }) {
  if (by === "version") return row.name === "0" ? "Before it was listed" : `Version ${row.name}`;
  if (row.name === "") return <span className="text-fg-muted">None named</span>;
  return <Untrusted limit={60}>{row.name}</Untrusted>;
}

function nameText({ by }: ToolUse, { name }: UseRow): string {
  return by === "version" && name !== "0" ? `version ${name}` : revealedText(name) || "none named";
}

function CallsTable({ tool, use }: Shown) {
  return (
    <WideTable
      label={`Calls by ${use.by}`}
      head={[
        { name: USE_BY_WORDS[use.by] },
        { name: "Calls", figures: true },
        ...CLASSES.map((one) => ({ name: CLASS_LOOKS[one].name, figures: true })),
        { name: "Usual time", figures: true },
        { name: "95 of 100 within", figures: true },
      ]}
    >
      {use.rows.map((row) => {
        const filter = callsOfRow({ tool, use }, row);
        return (
          <tr key={row.name}>
            <th scope="row" className="min-w-28 max-w-64 text-left font-medium wrap-anywhere">
              <RowName use={use} row={row} />
            </th>
            <td className="tnum text-right">
              <Calls
                value={row.calls}
                filter={filter}
                label={`${counted(row.calls, "call")}, ${nameText(use, row)}`}
              />
            </td>
            {CLASSES.map((one) => (
              <td key={one} className="tnum text-right">
                <Calls
                  value={row.classes[one]}
                  filter={filter && { ...filter, class: one }}
                  label={`${CLASS_LOOKS[one].name}: ${row.classes[one].toLocaleString("en")}, ${nameText(use, row)}`}
                />
              </td>
            ))}
            <td className="tnum text-right whitespace-nowrap">{about(row.medianMs)}</td>
            <td className="tnum text-right whitespace-nowrap">{about(row.slowMs)}</td>
          </tr>
        );
      })}
    </WideTable>
  );
}

function AttemptsTable({ tool, use }: Shown) {
  return (
    <WideTable
      label={`Attempts by ${use.by}`}
      head={[
        { name: USE_BY_WORDS[use.by] },
        { name: "Attempts", figures: true },
        { name: "Worked at the first try", figures: true },
        { name: "Failed at first", figures: true },
        { name: "Calls per success", figures: true },
        { name: "Given up", figures: true },
        { name: "Other tool taken", figures: true },
        { name: "Tries after an error", figures: true },
        { name: "Of these worked", figures: true },
        { name: "Same error again", figures: true },
      ]}
    >
      {use.rows.map((row) => (
        <AttemptsRow key={row.name} tool={tool} use={use} row={row} />
      ))}
    </WideTable>
  );
}

function AttemptsRow({ tool, use, row }: Shown & { row: UseRow }) {
  const filter = callsOfRow({ tool, use }, row);
  const name = nameText(use, row);
  const failed = row.groups - row.firstTry;
  return (
    <tr className="[&>td]:text-right">
      <th scope="row" className="min-w-28 max-w-64 text-left font-medium wrap-anywhere">
        <RowName use={use} row={row} />
      </th>
      <td className="tnum">
        <Calls
          value={row.groups}
          filter={filter && { ...filter, attempt: "begun" }}
          label={`Attempts: ${row.groups}, ${name}`}
        />
      </td>
      <td className="tnum whitespace-nowrap">
        <Calls
          value={row.firstTry}
          filter={filter && { ...filter, attempt: "first" }}
          label={`Worked at the first try: ${row.firstTry}, ${name}`}
        >
          {shareText(row.firstTry, row, row.firstTryShare)}
        </Calls>
      </td>
      <td className="tnum">
        <Calls
          value={failed}
          filter={filter && { ...filter, attempt: "failed" }}
          label={`Failed at first: ${failed}, ${name}`}
        />
      </td>
      <td className="tnum">{row.turnsPerSuccess?.toFixed(1) ?? "–"}</td>
      <td className="tnum whitespace-nowrap">
        <Calls
          value={row.abandoned}
          filter={filter && { ...filter, attempt: "abandoned" }}
          label={`Given up: ${row.abandoned}, ${name}`}
        >
          {shareText(row.abandoned, row, row.abandonedShare)}
        </Calls>
      </td>
      <td className="tnum">
        <Calls
          value={row.switched}
          filter={filter && { ...filter, attempt: "switched" }}
          label={`Other tool taken: ${row.switched}, ${name}`}
        />
      </td>
      <td className="tnum">
        <Calls
          value={row.repairs}
          filter={retriesOfRow({ tool, use }, row)}
          label={`Tries after an error: ${row.repairs}, ${name}`}
        />
      </td>
      <td className="tnum">
        <Calls
          value={row.repairsWorked}
          filter={filter && { ...filter, attempt: "worked" }}
          label={`Worked after an error: ${row.repairsWorked}, ${name}`}
        />
      </td>
      <td className="tnum">{row.repairsSame.toLocaleString("en")}</td>
    </tr>
  );
}
