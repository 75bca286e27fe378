"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { useToast } from "@/components/ui/toast";
import { deleteComment, editComment } from "@/lib/feedback/actions";
import type { Mentionable } from "@/lib/feedback/comments/types";
import { CommentEditor } from "./comment-editor";

/** A comment of the reader's own, which they edit in its place or delete. */
export function OwnComment({
  id,
  seen,
  text,
  people,
  children,
}: {
  id: string;
  seen: string;
  text: string;
  people: readonly Mentionable[];
  /** The comment as others read it. */
  children: ReactNode;
}) {
  const router = useRouter();
  const toast = useToast();
  const place = useRef<HTMLDivElement>(null);
  // The text and its time when editing began: the page refreshes meanwhile.
  const [editing, setEditing] = useState<{ seen: string; text: string } | null>(null);
  const end = () => {
    setEditing(null);
    place.current?.focus();
  };
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-1.5 outline-offset-2">
      {editing ? (
        <CommentEditor
          label="Edit your comment"
          submit="Save"
          draft={`comment ${id}`}
          initial={editing.text}
          seen={editing.seen}
          people={people}
          focus
          send={(words, since) => editComment({ id, seen: since, text: words })}
          onDone={() => {
            end();
            router.refresh();
          }}
          onCancel={end}
        />
      ) : (
        <>
          {children}
          <div className="flex gap-2">
            <Button
              size="sm"
              icon="edit"
              onClick={() => setEditing({ seen, text })}
              className="max-sm:min-h-12"
            >
              Edit
            </Button>
            <ConfirmAct
              label="Delete…"
              size="sm"
              act={() => deleteComment({ id })}
              title="Delete your comment?"
              description="Its words are removed for everybody and cannot be brought back. That there was a comment stays visible, and is in the activity log."
              confirm="Delete"
              pendingLabel="Deleting…"
              onDone={() => {
                toast({ text: "Your comment was deleted." });
                router.refresh();
              }}
            />
          </div>
        </>
      )}
    </div>
  );
}
