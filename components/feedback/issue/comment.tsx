import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { CommentRow, Mentionable } from "@/lib/feedback/comments/types";
import { OwnComment } from "./own-comment";

type Reader = { id: string; mayComment: boolean; people: readonly Mentionable[] };

/** A comment in the timeline, without its time. */
export function CommentWords({
  row,
  name,
  here,
  reader,
}: {
  row: CommentRow;
  name: string;
  /** The issue whose page this is. */
  here: string;
  reader: Reader;
}) {
  const { author, text, createdAt, editedAt, mentions } = row;
  const words = text !== null && (
    <div className="text-fg text-sm">
      <Untrusted lines>{text}</Untrusted>
    </div>
  );
  const own = author?.id === reader.id && reader.mayComment && text !== null;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span>
          <b className="font-medium text-fg">
            <Untrusted>{name}</Untrusted>
          </b>{" "}
          commented
        </span>
        {text !== null && editedAt && (
          <span className="text-xs">
            edited <Time value={editedAt} />
          </span>
        )}
        {row.issueId !== here && (
          <span>
            on{" "}
            <Link
              href={`/feedback/${row.issueId}`}
              className="mono underline underline-offset-2 hover:text-accent"
            >
              {row.ref}
            </Link>
          </span>
        )}
        {mentions.some(({ id }) => id === reader.id) && <Badge>Mentions you</Badge>}
      </p>
      {text === null ? (
        <p className="italic">Deleted by its author.</p>
      ) : (
        <div className="mt-1.5 rounded-control border border-border bg-surface px-3 py-2">
          {own ? (
            <OwnComment
              id={row.id}
              seen={(editedAt ?? createdAt).toISOString()}
              text={text}
              people={reader.people}
            >
              {words}
            </OwnComment>
          ) : (
            words
          )}
        </div>
      )}
    </>
  );
}
