import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { JsonView } from "@/components/ui/text/json-view";
import { Untrusted } from "@/components/ui/text/untrusted";
import { MEMBERS } from "@/components/words/activity-says";
import { counted } from "@/components/words/counted";
import { durationWords } from "@/components/words/durations";
import { type Details, type FieldChange, fieldChanges, isDigest } from "@/lib/activity/wire";
import { trailList } from "@/lib/insights/trail/list";
import type { ActivityRow } from "@/lib/insights/trail/types";

/** What a row noted, folded: what changed from what to what, then everything. */
export function RowDetails({ row, details }: { row: ActivityRow; details: Details }) {
  const changes = fieldChanges(details);
  // What the list of changes says whole is not said twice.
  const said = Object.keys(details).every((name) => changes.some(([changed]) => changed === name));
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
            href={trailList.link({ subject: `${row.subjectKind}:${row.subjectId}` })}
            className="underline-offset-2 hover:underline"
          >
            Only what concerns one thing
          </Link>
        </p>
      </div>
    </details>
  );
}

function ChangeList({ changes }: { changes: readonly [string, FieldChange][] }) {
  return (
    <dl className="grid grid-cols-[1fr_auto_1fr] items-baseline sm:grid-cols-[auto_auto_auto_1fr] gap-x-3 gap-y-1 rounded-card border border-border bg-surface px-3.5 py-2.5">
      {changes.map(([name, { from, to }]) => (
        <div key={name} className="contents">
          <dt className="text-fg-muted max-sm:col-span-3">{MEMBERS[name] ?? name.replaceAll("_", " ")}</dt>
          <dd className="min-w-0 wrap-anywhere">
            <span className="sr-only">Before: </span>
            <Untrusted>{valueText(name, from)}</Untrusted>
          </dd>
          <dd aria-hidden className="text-fg-subtle">
            →
          </dd>
          <dd className="min-w-0 font-medium wrap-anywhere">
            <span className="sr-only">After: </span>
            <Untrusted>{valueText(name, to)}</Untrusted>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function valueText(name: string, value: unknown): string {
  if (typeof value === "number" && name.endsWith("_seconds")) return durationWords(value);
  if (value === null || value === undefined) return "none";
  if (isDigest(value))
    return `${counted(value.characters, "character", "characters")}, SHA-256 ${value.sha256.slice(0, 12)}…`;
  return typeof value === "string" ? value : JSON.stringify(value);
}
