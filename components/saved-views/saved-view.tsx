"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button, IconButton } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import { useToast } from "@/components/ui/toast";
import { type ActResult, useAct } from "@/components/ui/use-act";
import { deleteViewAction, renameViewAction } from "@/lib/auth/people/actions";

const NameDialog = openedPart(() => import("./name-dialog").then((part) => part.NameDialog));

/** The saved filter that the list shows, if any. */
export type SavedHere = { id: string; name: string } | null;

/** Saves a filter of one list. */
export type Save = (input: { name: string; query: string }) => Promise<ActResult>;

/** Saves the current filter under a name. */
export function SaveView({
  query,
  save,
  counts,
}: {
  query: string;
  save: Save;
  /** What its number counts; null without a number. */
  counts: string | null;
}) {
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const act = useAct(
    async (name: string) => {
      const result = await save({ name, query });
      if (result.ok) toast({ text: `Saved as ${name}.` });
      return result;
    },
    {
      onDone: () => {
        setOpen(false);
        router.refresh();
      },
    },
  );
  return (
    <>
      <Button size="sm" icon="bookmark" onClick={() => setOpen(true)} className="max-md:min-h-12">
        Save view…
      </Button>
      {open ? (
        <NameDialog
          title="Save this view"
          note={
            counts === null
              ? "Only you see it, in the sidebar."
              : `Only you see it, in the sidebar, with the number of ${counts} it finds.`
          }
          submit="Save"
          initial=""
          act={act}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** Renames or deletes a saved filter; deleting can be undone. */
export function SavedView({
  saved,
  query,
  save,
}: {
  saved: { id: string; name: string };
  query: string;
  save: Save;
}) {
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const rename = useAct((name: string) => renameViewAction({ id: saved.id, name }), {
    onDone: () => {
      setOpen(false);
      router.refresh();
    },
  });
  const restore = useAct(save, { onDone: () => router.refresh() });
  const remove = useAct(deleteViewAction, {
    onDone: () => {
      toast({
        text: `${saved.name} was deleted.`,
        undo: () => void restore.run({ name: saved.name, query }),
      });
      router.refresh();
    },
  });
  return (
    <span className="inline-flex items-center">
      <IconButton icon="edit" size="sm" label="Rename…" onClick={() => setOpen(true)} />
      <IconButton
        icon="trash"
        size="sm"
        label="Delete view"
        disabled={remove.pending}
        onClick={() => void remove.run({ id: saved.id })}
      />
      <ActNotice problem={remove.problem ?? restore.problem} />
      {open ? (
        <NameDialog
          title="Rename this view"
          submit="Rename"
          initial={saved.name}
          act={rename}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </span>
  );
}
