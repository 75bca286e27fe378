"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { TextField } from "@/components/ui/field";
import { Card, DetailList, Section } from "@/components/ui/page";
import type { ActResult } from "@/components/ui/use-act";
import { PROFILE } from "@/components/words/profile";

/** Name, address, role, and the way to another password. */
export function You({
  name,
  email,
  role,
  tenants,
  rename,
  password,
}: {
  name: string;
  email: string;
  role: string;
  tenants: string;
  rename: (input: object) => Promise<ActResult<{ name: string }>>;
  /** The password's button, or why there is none. */
  password: ReactNode;
}) {
  const router = useRouter();
  return (
    <Section id="you" title={PROFILE.you}>
      <Card className="grid items-start gap-x-8 gap-y-5 md:grid-cols-2">
        <ActionForm
          action={rename}
          read={(data) => ({ name: String(data.get("name") ?? "") })}
          submit={PROFILE.save}
          pendingLabel={PROFILE.saving}
          done={PROFILE.saved}
          variant="outline"
          onDone={() => router.refresh()}
        >
          {(fields) => (
            <TextField
              name="name"
              label={PROFILE.name}
              hint={PROFILE.nameHint}
              error={fields.name}
              defaultValue={name}
              autoComplete="name"
              maxLength={200}
            />
          )}
        </ActionForm>
        <DetailList
          items={[
            { term: PROFILE.email, value: email },
            { term: PROFILE.role, value: role },
            { term: PROFILE.tenants, value: tenants },
            { term: PROFILE.password, value: password },
          ]}
        />
      </Card>
    </Section>
  );
}
