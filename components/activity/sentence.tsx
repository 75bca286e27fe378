import { Avatar } from "@/components/ui/avatar";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { SUBJECT_WORDS, sentenceOf } from "@/components/words/activity-says";
import { type Details, memberAt } from "@/lib/activity/wire";
import { trailList } from "@/lib/insights/trail/list";
import type { ActivityRow } from "@/lib/insights/trail/types";
import { nameInRow, subjectHref } from "./links";

const SHORT = 8;

// Counts too large for a number arrive as text.
const wordOf = (name: string, value: unknown) =>
  name === "rows" ? Number(value).toLocaleString("en") : String(value);

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Who did what, in words; both are links. */
export function Sentence({ row, details }: { row: ActivityRow; details: Details }) {
  const parts = sentenceOf(row.action, details).split(/(\{[\w.]+\})/);
  const who = row.actorId ?? `system:${row.actorName}`;
  return (
    <span>
      {row.actorKind === "user" ? (
        <span className="mr-1.5 inline-flex align-text-bottom">
          <Avatar name={row.actorName} size="sm" />
        </span>
      ) : null}
      <Link href={trailList.link({ actor: who })} className="font-medium">
        <Untrusted>{row.actorKind === "system" ? capital(row.actorName) : row.actorName}</Untrusted>
      </Link>{" "}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
        <Part key={index} part={part} row={row} details={details} />
      ))}
    </span>
  );
}

function Part({ part, row, details }: { part: string; row: ActivityRow; details: Details }) {
  if (part === "{it}") return <Subject row={row} details={details} />;
  const name = /^\{([\w.]+)\}$/.exec(part)?.[1];
  return name === undefined ? part : <Untrusted>{wordOf(name, memberAt(details, name))}</Untrusted>;
}

function Subject({ row, details }: { row: ActivityRow; details: Details }) {
  const { subjectKind, subjectId, subjectLabel, actorId } = row;
  if (subjectKind === "user" && subjectId === actorId) return "themself";
  const kind = SUBJECT_WORDS[subjectKind] ?? subjectKind;
  const gone = subjectLabel === null ? nameInRow(subjectKind, details) : null;
  if (gone !== null) return <Untrusted>{gone}</Untrusted>;
  const href = subjectHref(subjectKind, subjectId, subjectLabel);
  const words =
    subjectLabel === null ? (
      subjectKind === "trail" ? (
        kind
      ) : (
        <>
          {kind} <code className="mono text-sm">{subjectId.slice(0, SHORT)}</code>
        </>
      )
    ) : (
      <Untrusted>{subjectLabel}</Untrusted>
    );
  if (href === null) return words;
  return (
    <Link href={href} className="text-accent">
      {words}
    </Link>
  );
}
