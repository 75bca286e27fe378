"use client";

import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { ButtonLink } from "@/components/ui/button-link";
import { TextField } from "@/components/ui/field";
import { Card, Section } from "@/components/ui/page";
import { SecretOnce } from "@/components/ui/secret-once";
import type { ActResult } from "@/components/ui/use-act";
import { REGISTER } from "@/components/words/gateways";
import { firstOf } from "../fields";

type Registered = { id: string; name: string; secret: string };

const words = (text: FormDataEntryValue | null) =>
  String(text ?? "")
    .split(/[\s,]+/)
    .filter(Boolean);

/** The form that registers a gateway, and then its signing secret, once. */
export function RegisterGateway({
  register,
  tenants,
}: {
  register: (input: {
    name: string;
    tenants: string[];
    callbackUrl: string;
  }) => Promise<ActResult<Registered>>;
  tenants: readonly string[];
}) {
  const [made, setMade] = useState<Registered | null>(null);
  if (made) {
    return (
      <div role="status">
        <Section title={REGISTER.doneTitle(made.name)}>
          <SecretOnce label={REGISTER.secret} value={made.secret} note={REGISTER.secretNote} />
          <p className="text-sm text-fg-muted">{REGISTER.next}</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink href={`/gateways/${made.id}/keys`} variant="primary">
              {REGISTER.toKeys}
            </ButtonLink>
            <ButtonLink href={`/gateways/${made.id}`}>{REGISTER.toGateway}</ButtonLink>
          </div>
        </Section>
      </div>
    );
  }
  return (
    <Card>
      <ActionForm
        action={register}
        label={REGISTER.title}
        read={(data) => ({
          name: String(data.get("name") ?? "").trim(),
          tenants: words(data.get("tenants")),
          callbackUrl: String(data.get("callbackUrl") ?? "").trim(),
        })}
        submit={REGISTER.submit}
        pendingLabel={REGISTER.pending}
        onDone={setMade}
      >
        {(fields) => (
          <>
            <TextField
              name="name"
              label={REGISTER.name}
              hint={REGISTER.nameHint}
              error={fields.name}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextField
              name="tenants"
              label={REGISTER.tenants}
              hint={REGISTER.tenantsHint(tenants)}
              error={firstOf(fields, "tenants")}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextField
              name="callbackUrl"
              label={REGISTER.url}
              hint={REGISTER.urlHint}
              error={fields.callbackUrl}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </>
        )}
      </ActionForm>
    </Card>
  );
}
