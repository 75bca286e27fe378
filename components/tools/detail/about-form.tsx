"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/ui/action-form";
import { TextareaField, TextField } from "@/components/ui/field";
import { Untrusted } from "@/components/ui/text/untrusted";
import { describeTool } from "@/lib/tools/actions";
import type { ToolView } from "@/lib/tools/catalogue/types";

export function AboutForm({ tool }: { tool: ToolView }) {
  const router = useRouter();
  const text = (data: FormData, name: string) => String(data.get(name) ?? "");
  return (
    <ActionForm
      label="Impact and category"
      action={describeTool}
      read={(data) => ({ toolId: tool.id, impact: text(data, "impact"), category: text(data, "category") })}
      submit="Save"
      pendingLabel="Saving…"
      done="Saved"
      variant="outline"
      onDone={() => router.refresh()}
    >
      {(fields) => (
        <>
          <TextareaField
            name="impact"
            label="Impact"
            rows={2}
            defaultValue={tool.ours.impact ?? ""}
            placeholder="What a call does to the world, for approvers"
            hint={<Theirs text={tool.theirs.impact} />}
            error={fields.impact}
          />
          <TextField
            name="category"
            label="Category"
            defaultValue={tool.ours.category ?? ""}
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
