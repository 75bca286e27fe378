"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { TextField } from "@/components/ui/field";
import { Card, DetailList, Section } from "@/components/ui/page";
import { renameAction } from "@/lib/auth/people/actions";

/** Name, address, role, and the password control. */
export function You({
  name,
  email,
  role,
  tenants,
  password,
  singleSignOn,
}: {
  name: string;
  email: string;
  role: string;
  tenants: string;
  /** The password's button, or why there is none. */
  password: ReactNode;
  /** Whether it is linked, and the link control; null without a provider. */
  singleSignOn: ReactNode;
}) {
  const router = useRouter();
  return (
    <Section id="you" title="You">
      <Card className="grid items-start gap-x-8 gap-y-5 md:grid-cols-2">
        <ActionForm
          action={renameAction}
          read={(data) => ({ name: String(data.get("name") ?? "") })}
          submit="Save"
          pendingLabel="Saving…"
          done="Saved"
          variant="outline"
          onDone={() => router.refresh()}
        >
          {(fields) => (
            <TextField
              name="name"
              label="Name"
              hint="Shown next to every decision you make."
              error={fields.name}
              defaultValue={name}
              autoComplete="name"
              maxLength={200}
            />
          )}
        </ActionForm>
        <DetailList
          items={[
            { term: "E-mail address", value: email },
            { term: "Role", value: role },
            { term: "Tenants", value: tenants },
            { term: "Password", value: password },
            ...(singleSignOn ? [{ term: "Single sign-on", value: singleSignOn }] : []),
          ]}
        />
      </Card>
    </Section>
  );
}
