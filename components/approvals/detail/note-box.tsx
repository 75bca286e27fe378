import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { openedPart } from "@/components/ui/lazy-part";
import { useToast } from "@/components/ui/toast";
import { addNote, askAgent, deleteNote, findNotePeople, seeNotes } from "@/lib/approvals/notes/actions";
import { QUESTION_CHARS_MAX } from "@/lib/approvals/notes/types";
import type { Mentionable } from "@/lib/auth/mentions/types";

const Editor = openedPart(() =>
  import("@/components/feedback/issue/comment-editor").then((part) => part.CommentEditor),
);

const LOOK =
  "rounded-control border border-border bg-surface px-3 py-1.5 text-sm hover:border-border-strong aria-expanded:bg-selected aria-expanded:font-bold max-sm:min-h-12 max-sm:flex-1";

/** Where people comment on a call, and ask its agent without deciding. */
function NoteBox({ approvalId, mayAsk }: { approvalId: string; mayAsk: boolean }) {
  const [people, setPeople] = useState<readonly Mentionable[]>([]);
  const [open, setOpen] = useState<"comment" | "question" | null>(null);
  const router = useRouter();
  const toast = useToast();
  const done = (text: string) => () => {
    setOpen(null);
    toast({ text });
    router.refresh();
  };
  const toggle = (kind: "comment" | "question") => () => {
    setOpen((now) => (now === kind ? null : kind));
    if (kind === "comment" && people.length === 0) void find();
  };
  // Without an answer, no one is suggested; a full name or address still mentions a person.
  const find = async () => {
    const found = await findNotePeople({ approvalId }).catch(() => null);
    if (found?.ok) setPeople(found.people);
  };
  return (
    <div className="mt-3 flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          aria-expanded={open === "comment"}
          data-key="note"
          onClick={toggle("comment")}
          className={LOOK}
        >
          Comment…
        </button>
        {mayAsk ? (
          <button
            type="button"
            aria-expanded={open === "question"}
            data-key="ask-agent"
            onClick={toggle("question")}
            className={LOOK}
          >
            Ask the agent…
          </button>
        ) : null}
      </div>
      {open === "comment" ? (
        <Editor
          label="Your comment"
          draft={`note ${approvalId}`}
          submit="Comment"
          people={people}
          focus
          send={(text) => addNote({ approvalId, text })}
          onDone={done("Your comment was added.")}
          onCancel={() => setOpen(null)}
        />
      ) : null}
      {open === "question" && mayAsk ? (
        <Editor
          label="Your question to the agent"
          draft={`question ${approvalId}`}
          submit="Ask the agent"
          hint="The agent reads it word for word. The call goes on waiting, with the same deadline."
          limit={QUESTION_CHARS_MAX}
          people={[]}
          focus
          send={(text) => askAgent({ approvalId, text })}
          onDone={done("Your question waits for the agent.")}
          onCancel={() => setOpen(null)}
        />
      ) : null}
    </div>
  );
}

/** Deletes the viewer's comment, after a second press. */
function DeleteNote({ id }: { id: string }) {
  const [sure, setSure] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const router = useRouter();
  const press = async () => {
    if (!sure) return setSure(true);
    const answer = await deleteNote({ id }).catch(() => null);
    if (answer?.ok) return router.refresh();
    setSure(false);
    setProblem(answer?.message ?? "The server could not be reached. The comment was not deleted.");
  };
  return (
    <span className="block text-xs">
      <button
        type="button"
        onClick={() => void press()}
        onBlur={() => setSure(false)}
        className="min-h-6 text-fg-muted underline underline-offset-2 hover:text-fg max-sm:min-h-12"
      >
        {sure ? "Press again to delete" : "Delete comment"}
      </button>
      {problem ? (
        <span role="alert" className="ml-2 text-risk-high">
          {problem}
        </span>
      ) : null}
    </span>
  );
}

/** Marks the notes for the reader as seen once the page is visible. Renders nothing. */
function NotesSeen({ approvalId }: { approvalId: string }) {
  const router = useRouter();
  const note = useEffectEvent(() => {
    if (document.visibilityState === "hidden") return;
    // If this fails, the next visit repeats it.
    seeNotes({ approvalId }).then(
      (answer) => {
        if (answer.ok && answer.seen > 0) router.refresh();
      },
      () => undefined,
    );
  });
  useEffect(() => {
    const looked = () => note();
    looked();
    document.addEventListener("visibilitychange", looked);
    return () => document.removeEventListener("visibilitychange", looked);
  }, []);
  return null;
}

type Part =
  | ({ part: "box" } & Parameters<typeof NoteBox>[0])
  | ({ part: "delete" } & Parameters<typeof DeleteNote>[0])
  | ({ part: "seen" } & Parameters<typeof NotesSeen>[0]);

/** One part of the page by its name, so that all of them load together. */
export function NotePart(props: Part) {
  if (props.part === "box") return <NoteBox {...props} />;
  return props.part === "delete" ? <DeleteNote {...props} /> : <NotesSeen {...props} />;
}
