"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/ui/action-form";
import { DraftNotice } from "@/components/ui/draft/draft-notice";
import { useDraft } from "@/components/ui/draft/use-draft";
import { TextareaField, TextField } from "@/components/ui/field";
import { Untrusted } from "@/components/ui/text/untrusted";
import { describeTool } from "@/lib/tools/actions";
import type { ToolView } from "@/lib/tools/catalogue/types";

export function AboutForm({ tool }: { tool: ToolView }) {
  const router = useRouter();
  const { impact, category } = tool.ours;
  const draft = useDraft(`about ${tool.id}`, { impact: impact ?? "", category: category ?? "" });
  const text = draft.value;
  return (
    <ActionForm
      label="Impact and category"
      action={describeTool}
      read={() => ({ toolId: tool.id, ...text })}
      submit="Save"
      pendingLabel="Saving…"
      done="Saved"
      variant="outline"
      onDone={() => {
        draft.settle(text);
        router.refresh();
      }}
    >
      {(fields) => (
        <>
          <DraftNotice draft={draft} />
          <TextareaField
            name="impact"
            label="Impact"
            rows={2}
            value={text.impact}
            onChange={({ target }) => draft.set({ impact: target.value })}
            placeholder="What a call does to the world, for approvers"
            hint={<Theirs text={tool.theirs.impact} />}
            error={fields.impact}
          />
          <TextField
            name="category"
            label="Category"
            value={text.category}
            onChange={({ target }) => draft.set({ category: target.value })}
            placeholder="Groups tools in the catalogue"
            hint={<Theirs text={tool.theirs.category} />}
            error={fields.category}
          />
        </>
      )}
    </ActionForm>
  );
}

function Theirs({ text }: { text: string | null }) {
  return text === null ? "The gateway says nothing." : <Untrusted>{`The gateway says: ${text}`}</Untrusted>;
}
