"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/ui/action-form";
import { TextareaField, TextField } from "@/components/ui/field";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { ActResult } from "@/components/ui/use-act";
import { ABOUT } from "@/components/words/tool";
import type { ToolView } from "@/lib/tools/catalogue/types";
import type { DescribeToolInput } from "@/lib/tools/schema";

export type DescribeAction = (input: DescribeToolInput) => Promise<ActResult>;

/** Changes people's words about a tool. */
export function AboutForm({ tool, describe }: { tool: ToolView; describe: DescribeAction }) {
  const router = useRouter();
  const text = (data: FormData, name: string) => String(data.get(name) ?? "");
  return (
    <ActionForm
      label={ABOUT.title}
      action={describe}
      read={(data) => ({ toolId: tool.id, impact: text(data, "impact"), category: text(data, "category") })}
      submit={ABOUT.save}
      pendingLabel={ABOUT.saving}
      done={ABOUT.saved}
      variant="outline"
      onDone={() => router.refresh()}
    >
      {(fields) => (
        <>
          <TextareaField
            name="impact"
            label={ABOUT.impact}
            rows={2}
            defaultValue={tool.ours.impact ?? ""}
            placeholder={ABOUT.impactHint}
            hint={<Theirs text={tool.theirs.impact} />}
            error={fields.impact}
          />
          <TextField
            name="category"
            label={ABOUT.category}
            defaultValue={tool.ours.category ?? ""}
            placeholder={ABOUT.categoryHint}
            hint={<Theirs text={tool.theirs.category} />}
            error={fields.category}
          />
        </>
      )}
    </ActionForm>
  );
}

function Theirs({ text }: { text: string | null }) {
  return text === null ? ABOUT.theirsNone : <Untrusted>{ABOUT.theirs(text)}</Untrusted>;
}
