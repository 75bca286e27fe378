import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { JsonView } from "@/components/ui/text/json-view";
import { Untrusted } from "@/components/ui/text/untrusted";
import { MEMBERS } from "@/components/words/activity-members";
import { counted } from "@/components/words/counts";
import { durationWords } from "@/components/words/durations";
import { type Details, type FieldChange, fieldChanges, isDigest } from "@/lib/activity/wire";
import { trailList } from "@/lib/insights/trail/list";
import type { ActivityRow } from "@/lib/insights/trail/types";

/** The details of a row, folded: changes first, then all details. */
export function RowDetails({ row, details }: { row: ActivityRow; details: Details }) {
  const changes = fieldChanges(details);
  // Does not repeat details that the list of changes shows in full.
  const said = Object.keys(details).every((name) => changes.some(([changed]) => changed === name));
  return (
    <details className="trail-fold">
      <summary>
        <Icon name="chevron-right" size={12} />
        Details
      </summary>
      <div>
        {changes.length > 0 && <ChangeList changes={changes} />}
        {Object.keys(details).length === 0 && <p className="text-fg-muted">No further details.</p>}
        {!said && <JsonView text={row.details} label="The row's details" />}
        <footer>
          <span>{`Row ${row.seq}`}</span>
          <code>{row.action}</code>
          <span>
            Fingerprint <code>{row.hash}</code>
          </span>
          <Link href={trailList.link({ subject: `${row.subjectKind}:${row.subjectId}` })}>
            Only what concerns one thing
          </Link>
        </footer>
      </div>
    </details>
  );
}

function ChangeList({ changes }: { changes: readonly [string, FieldChange][] }) {
  return (
    <dl>
      {changes.map(([name, { from, to }]) => (
        <div key={name}>
          <dt>{MEMBERS[name] ?? name.replaceAll("_", " ")}</dt>
          <dd>
            <span className="sr-only">Before: </span>
            <Untrusted>{valueText(name, from)}</Untrusted>
          </dd>
          <dd aria-hidden>→</dd>
          <dd>
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
