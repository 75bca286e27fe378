import { Icon } from "@/components/ui/icon";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { CHECK } from "@/components/words/activity";
import type { ChainCheck } from "@/lib/insights/trail/types";
import { Owner } from "./activity-list";
import { CheckButton, type CheckStep } from "./check-button";

/** Whether the trail is unbroken, as far as anybody has looked, and the button that looks. */
export function CheckSection({
  checks,
  begin,
  next,
}: {
  checks: ChainCheck[];
  begin: CheckStep;
  next: CheckStep;
}) {
  const done = checks.filter((check) => check.finishedAt !== null);
  const running = done.length < checks.length;
  const label = running ? CHECK.resume : checks.length > 0 ? CHECK.again : CHECK.begin;
  return (
    <section aria-labelledby="check-title" className="flex min-w-0 flex-1 flex-col gap-2">
      <h2 id="check-title" className="text-base font-bold">
        {CHECK.title}
      </h2>
      <div role="status" className="flex flex-col gap-2 text-sm">
        {checks.length === 0 && <p className="text-fg-muted">{CHECK.never}</p>}
        {running && checks.length > 0 && <p className="text-fg-muted">{CHECK.unfinished}</p>}
        {!running && checks.length > 0 && <Result checks={done} />}
      </div>
      <CheckButton label={label} begin={begin} next={next} />
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
          {CHECK.unbroken(rows, checks.length)}
        </p>
        <Span checks={checks} />
      </>
    );
  return (
    <>
      <p className="flex items-start gap-2 font-medium text-risk-high">
        <Icon name="alert" className="mt-0.5" />
        {CHECK.broken(broken.length)}
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
      <p className="max-w-[75ch] text-fg-muted">{CHECK.todo}</p>
      <Span checks={checks} />
    </>
  );
}

function Problem({ check: { problem, rows } }: { check: ChainCheck }) {
  if (problem === null) return CHECK.fits;
  return (
    <>
      {CHECK.problem(problem.kind, problem.seq)} {CHECK.means(problem.kind)} {CHECK.fitted(rows)}
    </>
  );
}

/** From when to when the rows that fit reach, and who looked when. */
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
          {CHECK.from} <Time value={new Date(Math.min(...firsts))} /> {CHECK.to}{" "}
          <Time value={new Date(Math.max(...lasts))} />.{" "}
        </>
      )}
      {CHECK.checkedBy} <Untrusted>{who}</Untrusted>{" "}
      <Time value={new Date(Math.max(...ends))} form="relative" />.
    </p>
  );
}

function Chains({ checks }: { checks: ChainCheck[] }) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-chip text-fg-muted hover:text-fg max-sm:min-h-12">
        {CHECK.chains}
      </summary>
      <div className="mt-2 flex flex-col gap-2">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
        <section aria-label={CHECK.chains} tabIndex={0} className="max-h-72 overflow-y-auto rounded-chip">
          <ul className="flex flex-col gap-2">
            {checks.map((check) => (
              <li key={check.owner?.id ?? ""} className="flex flex-col">
                <span>
                  <span className="font-medium">
                    <Owner owner={check.owner} />
                  </span>{" "}
                  · {CHECK.rows}: {check.rows.toLocaleString("en")} ·{" "}
                  {check.problem === null ? CHECK.fits : CHECK.problem(check.problem.kind, check.problem.seq)}
                </span>
                <span className="text-xs text-fg-muted">
                  {CHECK.head}: <code className="mono wrap-anywhere">{check.hash}</code>
                </span>
              </li>
            ))}
          </ul>
        </section>
        <p className="max-w-[75ch] text-fg-muted">{CHECK.headNote}</p>
      </div>
    </details>
  );
}
