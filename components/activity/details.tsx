import Link from "next/link";
import { Foreign } from "@/components/ui/code";
import { Icon } from "@/components/ui/icon";
import { JsonView } from "@/components/ui/json-view";
import { MEMBERS } from "@/components/words/activity-says";
import { durationWords } from "@/components/words/durations";
import type { ActivityRow } from "@/lib/insights/trail/types";
import { activityHref } from "./links";

type Change = { name: string; from: unknown; to: unknown };

/** What a row noted, folded: what changed from what to what, then everything. */
export function RowDetails({ row, details }: { row: ActivityRow; details: Record<string, unknown> }) {
  const changes = changesOf(details);
  // What the list of changes says whole is not said twice.
  const said = Object.keys(details).every((name) => changes.some((change) => change.name === name));
  return (
    <details className="group/fold text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer items-center gap-1 rounded-chip text-xs text-fg-muted select-none hover:text-fg max-sm:min-h-10">
        <Icon name="chevron-right" size={12} className="group-open/fold:rotate-90" />
        Details
      </summary>
      <div className="mt-1.5 mb-1 flex flex-col gap-2">
        {changes.length > 0 && <ChangeList changes={changes} />}
        {Object.keys(details).length === 0 && <p className="text-fg-muted">No further details.</p>}
        {!said && <JsonView text={row.details} label="The row's details" />}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-fg-subtle">
          <span>Row {row.seq}</span>
          <code className="mono">{row.action}</code>
          <span className="min-w-0 wrap-anywhere">
            Fingerprint <code className="mono">{row.hash}</code>
          </span>
          <Link
            href={activityHref({ subject: `${row.subjectKind}:${row.subjectId}` })}
            prefetch={false}
            className="underline-offset-2 hover:underline"
          >
            Only what concerns one thing
          </Link>
        </p>
      </div>
    </details>
  );
}

function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className="grid grid-cols-[1fr_auto_1fr] items-baseline sm:grid-cols-[auto_auto_auto_1fr] gap-x-3 gap-y-1 rounded-card border border-border bg-surface px-3.5 py-2.5">
      {changes.map(({ name, from, to }) => (
        <div key={name} className="contents">
          <dt className="text-fg-muted max-sm:col-span-3">{MEMBERS[name] ?? name}</dt>
          <dd className="min-w-0 wrap-anywhere">
            <span className="sr-only">Before: </span>
            <Foreign>{valueText(name, from)}</Foreign>
          </dd>
          <dd aria-hidden className="text-fg-subtle">
            →
          </dd>
          <dd className="min-w-0 font-medium wrap-anywhere">
            <span className="sr-only">After: </span>
            <Foreign>{valueText(name, to)}</Foreign>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `{name: {from, to}}`, or from and to at the top, where a part of them may be an object itself. */
function changesOf(details: Record<string, unknown>): Change[] {
  if ("from" in details && "to" in details) {
    const parts = isObject(details.from) || isObject(details.to);
    const [from, to] = parts
      ? [partsOf(details.from ?? {}), partsOf(details.to ?? {})]
      : [partsOf(details.from), partsOf(details.to)];
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return names.map((name) => ({ name, from: from[name], to: to[name] }));
  }
  return Object.entries(details).flatMap(([name, value]) =>
    isObject(value) && "from" in value && "to" in value ? [{ name, from: value.from, to: value.to }] : [],
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const partsOf = (value: unknown) => (isObject(value) ? value : { what: value });

function valueText(name: string, value: unknown): string {
  if (typeof value === "number" && name.endsWith("Seconds")) return durationWords(value);
  if (value === null || value === undefined) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}
