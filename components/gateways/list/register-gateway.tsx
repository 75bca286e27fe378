"use client";

import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { ButtonLink } from "@/components/ui/button-link";
import { TextField } from "@/components/ui/field";
import { Card, Section } from "@/components/ui/page";
import { SecretOnce } from "@/components/ui/secret-once";
import { tenantsHint } from "@/components/words/gateways";
import { register } from "@/lib/gateways/actions";
import { firstOf } from "../fields";

type Registered = { id: string; name: string; secret: string };

const words = (text: FormDataEntryValue | null) =>
  String(text ?? "")
    .split(/[\s,]+/)
    .filter(Boolean);

/** The form that registers a gateway, and then its signing secret, once. */
export function RegisterGateway({ tenants }: { tenants: readonly string[] }) {
  const [made, setMade] = useState<Registered | null>(null);
  if (made) {
    return (
      <div role="status">
        <Section title={`${made.name} is registered`}>
          <SecretOnce
            label="Signing secret"
            value={made.secret}
            note="Its receiver verifies callbacks with it. Copy it now: it is kept encrypted and is never shown again. You can make a new one later."
          />
          <p className="text-sm text-fg-muted">Next: create the key it sends with its requests.</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink href={`/gateways/${made.id}/keys`} variant="primary">
              Go to its keys
            </ButtonLink>
            <ButtonLink href={`/gateways/${made.id}`}>Go to the gateway</ButtonLink>
          </div>
        </Section>
      </div>
    );
  }
  return (
    <Card>
      <ActionForm
        action={register}
        label="Register a gateway"
        read={(data) => ({
          name: String(data.get("name") ?? "").trim(),
          tenants: words(data.get("tenants")),
          callbackUrl: String(data.get("callbackUrl") ?? "").trim(),
        })}
        submit="Register"
        pendingLabel="Registering…"
        onDone={setMade}
      >
        {(fields) => (
          <>
            <TextField
              name="name"
              label="Name"
              hint="What people and commands call it. Letters, digits, dots, dashes or underscores."
              error={fields.name}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextField
              name="tenants"
              label="Tenants"
              hint={tenantsHint(tenants)}
              error={firstOf(fields, "tenants")}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextField
              name="callbackUrl"
              label="Callback URL"
              hint="Where Countersign sends decisions: a public https address. Leave it empty if Countersign cannot reach the gateway, which then reads the events feed."
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
