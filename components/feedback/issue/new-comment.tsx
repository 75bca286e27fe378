"use client";

import { useRouter } from "next/navigation";
import { useToast } from "@/components/ui/toast";
import { addComment } from "@/lib/feedback/actions";
import type { Mentionable } from "@/lib/feedback/comments/types";
import { CommentEditor } from "./comment-editor";

export function NewComment({ issueId, people }: { issueId: string; people: readonly Mentionable[] }) {
  const router = useRouter();
  const toast = useToast();
  return (
    <CommentEditor
      label="Your comment"
      submit="Comment"
      draft={`comment on ${issueId}`}
      people={people}
      dataKey="comment"
      send={(text) => addComment({ issueId, text })}
      onDone={() => {
        toast({ text: "Your comment was added." });
        router.refresh();
      }}
    />
  );
}
