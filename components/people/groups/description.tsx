"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/ui/action-form";
import { TextField } from "@/components/ui/field";
import { Card, Section } from "@/components/ui/page";
import { describeGroup } from "@/lib/auth/groups/actions";
import { GROUP_DESCRIPTION_MAX } from "@/lib/auth/groups/types";

export function Description({ name, description }: { name: string; description: string }) {
  const router = useRouter();
  return (
    <Section id="description" title="What it is for">
      <Card>
        <ActionForm
          key={description}
          label="Change what the group is for"
          action={describeGroup}
          read={(data) => ({ name, description: String(data.get("description") ?? "") })}
          submit="Save"
          pendingLabel="Saving…"
          done="Saved"
          variant="outline"
          onDone={() => router.refresh()}
        >
          {(fields) => (
            <TextField
              name="description"
              label="Description"
              defaultValue={description}
              error={fields.description}
              maxLength={GROUP_DESCRIPTION_MAX}
              autoComplete="off"
            />
          )}
        </ActionForm>
      </Card>
    </Section>
  );
}
