"use client";

import { ActNotice } from "@/components/ui/act-notice";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { useAct } from "@/components/ui/use-act";
import { createKey, register } from "@/lib/gateways/actions";
import type { FirstSteps } from "@/lib/onboarding/types";
import { RECEIVER_URL } from "./commands";

/** Creates a gateway and its key with one press. */
export function FirstGateway({
  local,
  onKey,
}: {
  /** Whether callbacks may reach this machine. */
  local: boolean;
  onKey: (key: string) => void;
}) {
  return (
    <ActionForm
      label="Let a gateway in"
      action={async (input: { name: string; tenants: string[]; callbackUrl: string }) => {
        const made = await register(input);
        return made.ok ? createKey({ gatewayId: made.id, tenants: input.tenants }) : made;
      }}
      read={(data) => ({
        name: String(data.get("name") ?? "").trim(),
        tenants: [String(data.get("tenant") ?? "").trim()],
        callbackUrl: String(data.get("callbackUrl") ?? "").trim(),
      })}
      submit="Create gateway and key"
      pendingLabel="Creating…"
      onDone={({ key }) => onKey(key)}
    >
      {(fields) => (
        <div className="grid gap-3.5 sm:grid-cols-2">
          <TextField
            name="name"
            label="Gateway"
            hint="Letters, digits, dots and dashes."
            error={fields.name}
            defaultValue="my-gateway"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField
            name="tenant"
            label="Tenant"
            hint="Created if it does not exist yet."
            error={fields["tenants/0"] ?? fields.tenants}
            defaultValue="acme"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <div className="sm:col-span-2">
            <TextField
              name="callbackUrl"
              label="Callback URL"
              hint={`Where Countersign sends decisions. ${local ? "The address filled in is a small receiver on this machine, which you start in the next step. " : ""}Leave it empty for a gateway that asks for the decision itself.`}
              error={fields.callbackUrl}
              defaultValue={local ? RECEIVER_URL : ""}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
        </div>
      )}
    </ActionForm>
  );
}

/** The gateway, and a new key if the first is no longer on screen. */
export function GatewayThere({
  steps,
  shown,
  onKey,
}: {
  steps: FirstSteps & { gateway: NonNullable<FirstSteps["gateway"]> };
  shown: boolean;
  onKey: (key: string) => void;
}) {
  const { gateway, key } = steps;
  const act = useAct(createKey, { onDone: (made) => onKey(made.key) });
  return (
    <>
      <p className="text-fg-muted">
        The gateway {gateway.name} is registered.{" "}
        {shown
          ? ""
          : key === null
            ? "It has no key yet."
            : "Its key was shown once and cannot be shown again; if you no longer have it, make another."}{" "}
        <Link href={`/gateways/${gateway.id}`} className="text-accent underline underline-offset-2">
          Manage the gateway
        </Link>
      </p>
      {!shown && (
        <div className="flex flex-col items-start gap-2">
          <Button
            icon="key"
            pending={act.pending}
            pendingLabel="Making the key…"
            onClick={() => void act.run({ gatewayId: gateway.id, tenants: [gateway.tenant] })}
          >
            Make a key
          </Button>
          <ActNotice problem={act.problem} />
        </div>
      )}
    </>
  );
}
