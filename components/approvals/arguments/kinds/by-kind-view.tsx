import { Kbd } from "@/components/ui/kbd";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { ByKind, KindPart } from "@/lib/arguments/kinds/types";
import { DiffView } from "./diff-view";
import { LinksView } from "./links-view";
import { MailView } from "./mail-view";
import { SqlView } from "./sql-view";
import { TableView } from "./table-view";

const NAMES = { email: "E-mail", sql: "SQL", table: "Table", diff: "Diff" } satisfies Record<
  KindPart["kind"],
  string
>;

const OTHERS_NAMED = 8;

/** The name of the view: that of its only kind, or "By kind". */
export function kindsName({ parts, links }: ByKind): string {
  const kinds = new Set(parts.map(({ kind }) => kind));
  const [only] = kinds;
  if (only === undefined) return links ? "Links" : "By kind";
  return kinds.size === 1 ? NAMES[only] : "By kind";
}

function Part({ part }: { part: KindPart }) {
  switch (part.kind) {
    case "email":
      return <MailView mail={part.mail} />;
    case "sql":
      return <SqlView sql={part.sql} />;
    case "table":
      return <TableView table={part.table} />;
    default:
      return <DiffView diff={part.diff} />;
  }
}

function Others({ names }: { names: readonly string[] }) {
  return (
    <p className="text-fg-muted text-xs">
      Not shown here:{" "}
      {names.slice(0, OTHERS_NAMED).map((name, index) => (
        <span key={name}>
          {index > 0 ? ", " : null}
          <Untrusted mono limit={60}>
            {name}
          </Untrusted>
        </span>
      ))}
      {names.length > OTHERS_NAMED ? ` and ${names.length - OTHERS_NAMED} more` : null}.
    </p>
  );
}

function othersOf(part: KindPart): readonly string[] {
  if (part.kind === "email") return part.mail.others;
  return part.kind === "diff" ? part.diff.others : [];
}

/**
 * The arguments by what they are. Carries no `data-part`: it never counts as having seen the exact
 * arguments.
 */
export function ByKindView({ byKind }: { byKind: ByKind }) {
  const { parts, more, links, rest } = byKind;
  return (
    <section aria-label="The arguments by kind" className="flex flex-col gap-3">
      <p className="text-fg-muted text-xs">
        For reading only. You approve the exact arguments, under the other views (<Kbd>D</Kbd>).
      </p>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one call never move
        <div key={index} className="flex min-w-0 flex-col gap-1.5">
          <h3 className="flex flex-wrap items-baseline gap-x-2 text-xs">
            <span className="font-bold">{NAMES[part.kind]}</span>
            {part.at === "" ? null : (
              <span className="text-fg-muted">
                <Untrusted mono limit={200}>
                  {part.at}
                </Untrusted>
              </span>
            )}
          </h3>
          <Part part={part} />
          {othersOf(part).length > 0 && part.at !== "" ? <Others names={othersOf(part)} /> : null}
        </div>
      ))}
      {more > 0 ? (
        <p className="text-fg-muted text-xs">
          {counted(more, "more part is", "more parts are")} only under the exact arguments.
        </p>
      ) : null}
      {links ? <LinksView links={links} /> : null}
      {rest.length > 0 ? <Others names={rest} /> : null}
    </section>
  );
}
