import { useId, useRef } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { DraftNotice } from "@/components/ui/draft/draft-notice";
import { dropping, useDraft } from "@/components/ui/draft/use-draft";
import { describe, Field, Textarea } from "@/components/ui/field";
import { Untrusted } from "@/components/ui/text/untrusted";
import { type ActResult, useAct } from "@/components/ui/use-act";
import { COMMENT_MAX, type Mentionable } from "@/lib/feedback/comments/types";
import { useMentions } from "./use-mentions";

type Props = {
  label: string;
  submit: string;
  /** The name under which this browser keeps what is typed. */
  draft?: string | null;
  initial?: string;
  /** When the edited comment last changed: a draft keeps the one that it began with. */
  seen?: string;
  people: readonly Mentionable[];
  send: (text: string, seen: string) => Promise<ActResult>;
  onDone: () => void;
  onCancel?: () => void;
  dataKey?: string;
  focus?: boolean;
  hint?: string;
  limit?: number;
};

/** Where a comment is written or edited: Ctrl or Cmd and Enter send it, an @ offers people. */
export function CommentEditor({
  label,
  submit,
  draft: name = null,
  initial = "",
  seen = "",
  people,
  send,
  onDone,
  onCancel,
  dataKey,
  focus = false,
  hint = "Plain text; @ mentions a person, who finds it under the bell.",
  limit = COMMENT_MAX,
}: Props) {
  const draft = useDraft(name, { text: initial, seen });
  const { text } = draft.value;
  const setText = (words: string) => draft.set({ text: words });
  const act = useAct<typeof draft.value, object>((one) => send(one.text, one.seen), {
    onDone: () => {
      draft.settle(initial ? draft.value : undefined);
      onDone();
    },
  });
  const over = text.trim().length - limit;
  const error =
    over > 0
      ? `It has at most ${limit.toLocaleString("en")} characters: ${over.toLocaleString("en")} too many.`
      : (act.problem?.fields.text ?? null);
  const ready = text.trim() !== "" && over <= 0 && !act.pending;
  const run = () => {
    if (ready) void act.run(draft.value);
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <CommentField
        label={label}
        text={text}
        setText={setText}
        error={error}
        people={people}
        send={run}
        dataKey={dataKey}
        focus={focus}
        hint={hint}
      />
      <DraftNotice draft={draft} />
      {!act.problem?.fields.text && <ActNotice problem={act.problem} />}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          disabled={!ready}
          pending={act.pending}
          pendingLabel="Sending…"
          className="max-sm:min-h-12"
        >
          {submit}
        </Button>
        {onCancel && (
          <Button
            variant="ghost"
            disabled={act.pending}
            onClick={dropping(draft, onCancel)}
            className="max-sm:min-h-12"
          >
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

function CommentField({
  label,
  text,
  setText,
  error,
  people,
  send,
  dataKey,
  focus,
  hint,
}: {
  label: string;
  text: string;
  setText: (text: string) => void;
  error: string | null;
  people: readonly Mentionable[];
  send: () => void;
  dataKey?: string;
  focus: boolean;
  hint: string;
}) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions(field, people, { text, setText });
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <Textarea
          ref={field}
          {...describe(id, { hint, error })}
          name="text"
          rows={3}
          value={text}
          data-key={dataKey}
          autoFocus={focus}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          aria-autocomplete="list"
          aria-controls={mentions.open ? `${id}-people` : undefined}
          aria-activedescendant={mentions.open ? `${id}-people-${mentions.active}` : undefined}
          onChange={(event) => {
            setText(event.target.value);
            mentions.look();
          }}
          onSelect={mentions.look}
          onBlur={mentions.close}
          onKeyDown={(event) => {
            if (mentions.pressed(event)) return;
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            send();
          }}
        />
        {mentions.open && <People id={`${id}-people`} {...mentions} />}
      </div>
    </Field>
  );
}

function People({
  id,
  offered,
  active,
  choose,
}: { id: string } & Pick<ReturnType<typeof useMentions>, "offered" | "active" | "choose">) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="People to mention"
      className="absolute top-full left-0 z-20 mt-1 w-[min(20rem,100%)] overflow-hidden rounded-card border border-border bg-surface shadow-float"
    >
      {offered.map((person, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text field's
        // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus
        <div
          key={person.id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
          className="flex min-h-8 cursor-default flex-wrap items-center gap-x-2 px-3 py-1 text-sm hover:bg-sunken aria-selected:bg-selected max-sm:min-h-12"
        >
          <Untrusted>{person.name}</Untrusted>
          {person.handle !== person.name && (
            <span className="text-fg-muted text-xs">
              <Untrusted>{person.handle}</Untrusted>
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
