import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ListFrame } from "@/components/ui/list/list-frame";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { commentList } from "@/lib/feedback/comments/list";
import type { CommentPage, CommentRow, Mentionable } from "@/lib/feedback/comments/types";
import { MentionsSeen } from "./mention-receipts";
import { NewComment } from "./new-comment";
import { OwnComment } from "./own-comment";

/** The page of comments. `path` is the issue's page, including the list it was opened from. */
type CommentsAddress = ReturnType<typeof commentList.parse> & { path: string };

type Reader = { id: string; mayComment: boolean; people: readonly Mentionable[] };

/** What people of the team say to each other about an issue. */
export function Comments({
  issue,
  page,
  address,
  reader,
}: {
  issue: { id: string; ref: string; merged: boolean };
  page: CommentPage;
  address: CommentsAddress;
  reader: Reader;
}) {
  return (
    <Section
      id="comments"
      title={`Comments (${page.count.toLocaleString("en")})`}
      description="Visible to people of the tenant, not to agents."
    >
      {page.unseen && <MentionsSeen issueId={issue.id} />}
      <ListNotice problems={address.problems} />
      {page.rows.length > 0 && (
        <ListFrame
          list={commentList}
          filter={address.filter}
          nextCursor={page.nextCursor}
          path={address.path}
          hash="#comments"
          label="Pages of comments"
          newest="Newest comments"
          older="Earlier comments"
        >
          <ul aria-label="Comments" className="divide-y divide-border">
            {page.rows.map((row) => (
              <Comment key={row.id} row={row} here={issue.id} reader={reader} />
            ))}
          </ul>
        </ListFrame>
      )}
      <Writing issue={issue} empty={page.count === 0} reader={reader} />
    </Section>
  );
}

function Writing({
  issue,
  empty,
  reader,
}: {
  issue: { id: string; merged: boolean };
  empty: boolean;
  reader: Reader;
}) {
  if (issue.merged)
    return (
      <p className="text-fg-muted text-sm">
        This issue was merged. Comment on the issue that it was merged into, where these comments appear too.
      </p>
    );
  if (reader.mayComment) return <NewComment key={issue.id} issueId={issue.id} people={reader.people} />;
  return empty ? <p className="text-fg-muted text-sm">No comments yet.</p> : null;
}

function Comment({ row, here, reader }: { row: CommentRow; here: string; reader: Reader }) {
  const { author, text, createdAt, editedAt, mentions } = row;
  const name = author?.name ?? "A former user";
  const words = text !== null && (
    <div className="text-sm">
      <Untrusted lines>{text}</Untrusted>
    </div>
  );
  const own = author?.id === reader.id && reader.mayComment && text !== null;
  return (
    <li id={`comment-${row.id}`} className="flex flex-col gap-1.5 px-3.5 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-fg-muted text-xs">
        <Avatar name={name} size="sm" />
        <span className="font-medium text-fg">
          <Untrusted>{name}</Untrusted>
        </span>
        <Time value={createdAt} />
        {text !== null && editedAt && (
          <span>
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
      {text === null && <p className="text-fg-muted text-sm italic">Deleted by its author.</p>}
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
    </li>
  );
}
