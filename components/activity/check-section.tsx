import { Icon } from "@/components/ui/icon";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import type { Misfit } from "@/lib/activity/types";
import type { ChainCheck } from "@/lib/insights/trail/types";
import { Owner } from "./activity-list";
import { CheckButton } from "./check-button";

const PROBLEMS: Record<Misfit, { what: (seq: string) => string; means: string }> = {
  content: {
    what: (seq) => `Row ${seq} does not match its fingerprint.`,
    means: "Something in this row was changed after it was written.",
  },
  link: {
    what: (seq) => `Row ${seq} does not follow the row before it.`,
    means: "One of the two was changed together with its fingerprint, or inserted from elsewhere.",
  },
  gap: {
    what: (seq) => `Row ${seq} is missing.`,
    means: "Rows were removed; those after the gap cannot be checked.",
  },
  end: {
    what: (seq) => `The trail ends before row ${seq}, which was there at an earlier check.`,
    means: "Its last rows were removed.",
  },
  rewritten: {
    what: (seq) => `Row ${seq} is not the one that an earlier check saw.`,
    means: "The rows follow one another, but they were rewritten: the trail was replaced.",
  },
};

/** How much of the log is verified and unbroken, and the button that verifies it. */
export function CheckSection({ checks }: { checks: ChainCheck[] }) {
  const done = checks.filter((check) => check.finishedAt !== null);
  const running = done.length < checks.length;
  const label = running ? "Continue the check" : checks.length > 0 ? "Check again" : "Check the trail";
  return (
    <section aria-labelledby="check-title" className="flex min-w-0 flex-1 flex-col gap-2">
      <h2 id="check-title" className="text-base font-bold">
        Is the chain unbroken?
      </h2>
      <div role="status" className="flex flex-col gap-2 text-sm">
        {checks.length === 0 && (
          <p className="text-fg-muted">
            Not checked yet. A check recomputes the fingerprint of every row, from the first to the last.
          </p>
        )}
        {running && checks.length > 0 && (
          <p className="text-fg-muted">A check was started but did not finish.</p>
        )}
        {!running && checks.length > 0 && <Result checks={done} />}
      </div>
      <CheckButton label={label} />
      {done.length > 0 && <Chains checks={done} />}
    </section>
  );
}

function Result({ checks }: { checks: ChainCheck[] }) {
  const broken = checks.filter((check) => check.problem !== null);
  const rows = checks.reduce((sum, check) => sum + check.rows, 0);
  if (broken.length === 0)
    return (
      <>
        <p className="flex items-start gap-2 font-medium">
          <Icon name="check-circle" className="mt-0.5 text-ok" />
          Unbroken: {counted(rows, "row")} in {counted(checks.length, "chain")}, each recomputed and each
          following the one before it.
        </p>
        <Span checks={checks} />
      </>
    );
  return (
    <>
      <p className="flex items-start gap-2 font-medium text-risk-high">
        <Icon name="alert" className="mt-0.5" />
        {counted(broken.length, "chain is", "chains are")} broken
      </p>
      <ul className="flex flex-col gap-2">
        {broken.map((check) => (
          <li key={check.owner?.id ?? ""}>
            <span className="font-medium">
              <Owner owner={check.owner} />:
            </span>{" "}
            <Problem check={check} />
          </li>
        ))}
      </ul>
      <p className="max-w-[75ch] text-fg-muted">
        What to do: export the trail as it is now, compare it with the last file you kept or with a backup,
        and find out who could write to the database at that time. Countersign itself never changes or deletes
        a row.
      </p>
      <Span checks={checks} />
    </>
  );
}

function Problem({ check: { problem, rows } }: { check: ChainCheck }) {
  if (problem === null) return "Unbroken";
  return (
    <>
      {PROBLEMS[problem.kind].what(problem.seq)} {PROBLEMS[problem.kind].means}{" "}
      {rows === 0
        ? "No row before it is intact."
        : `The ${counted(rows, "row")} before it ${rows === 1 ? "is" : "are"} intact.`}
    </>
  );
}

/** The time range of the verified rows, and who verified when. */
function Span({ checks }: { checks: ChainCheck[] }) {
  const times = (pick: (check: ChainCheck) => Date | null) =>
    checks.flatMap((check) => pick(check)?.getTime() ?? []);
  const [firsts, lasts, ends] = [
    times((check) => check.firstAt),
    times((check) => check.lastAt),
    times((check) => check.finishedAt),
  ];
  const who = [...new Set(checks.map((check) => check.startedBy))].join(", ");
  return (
    <p className="text-fg-muted">
      {firsts.length > 0 && (
        <>
          From <Time value={new Date(Math.min(...firsts))} /> to <Time value={new Date(Math.max(...lasts))} />
          .{" "}
        </>
      )}
      Checked by <Untrusted>{who}</Untrusted> <Time value={new Date(Math.max(...ends))} form="relative" />.
    </p>
  );
}

function Chains({ checks }: { checks: ChainCheck[] }) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-chip text-fg-muted hover:text-fg max-sm:min-h-12">
        Each chain
      </summary>
      <div className="mt-2 flex flex-col gap-2">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
        <section aria-label="Each chain" tabIndex={0} className="max-h-72 overflow-y-auto rounded-chip">
          <ul className="flex flex-col gap-2">
            {checks.map((check) => (
              <li key={check.owner?.id ?? ""} className="flex flex-col">
                <span>
                  <span className="font-medium">
                    <Owner owner={check.owner} />
                  </span>{" "}
                  · Rows: {check.rows.toLocaleString("en")} ·{" "}
                  {check.problem === null ? "Unbroken" : PROBLEMS[check.problem.kind].what(check.problem.seq)}
                </span>
                <span className="text-xs text-fg-muted">
                  Last fingerprint: <code className="mono wrap-anywhere">{check.hash}</code>
                </span>
              </li>
            ))}
          </ul>
        </section>
        <p className="max-w-[75ch] text-fg-muted">
          A person who can rewrite the whole database can also rewrite the fingerprints. Keep an exported file
          or the last fingerprint somewhere else, and compare.
        </p>
      </div>
    </details>
  );
}
