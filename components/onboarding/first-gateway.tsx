"use client";

import Link from "next/link";
import { ActNotice } from "@/components/ui/act-notice";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { type ActResult, useAct } from "@/components/ui/use-act";
import { STEP_GATEWAY } from "@/components/words/start";
import type { FirstSteps } from "@/lib/onboarding/types";
import { RECEIVER_URL } from "./commands";

export type StartActions = {
  register: (input: {
    name: string;
    tenants: string[];
    callbackUrl: string;
  }) => Promise<ActResult<{ id: string; name: string }>>;
  createKey: (input: { gatewayId: string; tenants: string[] }) => Promise<ActResult<{ key: string }>>;
};

/** Makes a gateway and its key in one press. */
export function FirstGateway({
  actions,
  local,
  onKey,
}: {
  actions: StartActions;
  /** Whether callbacks may reach this machine. */
  local: boolean;
  onKey: (key: string) => void;
}) {
  return (
    <ActionForm
      label={STEP_GATEWAY.title}
      action={async (input: { name: string; tenants: string[]; callbackUrl: string }) => {
        const made = await actions.register(input);
        return made.ok ? actions.createKey({ gatewayId: made.id, tenants: input.tenants }) : made;
      }}
      read={(data) => ({
        name: String(data.get("name") ?? "").trim(),
        tenants: [String(data.get("tenant") ?? "").trim()],
        callbackUrl: String(data.get("callbackUrl") ?? "").trim(),
      })}
      submit={STEP_GATEWAY.submit}
      pendingLabel={STEP_GATEWAY.pending}
      onDone={({ key }) => onKey(key)}
    >
      {(fields) => (
        <div className="grid gap-3.5 sm:grid-cols-2">
          <TextField
            name="name"
            label={STEP_GATEWAY.name}
            hint={STEP_GATEWAY.nameHint}
            error={fields.name}
            defaultValue="my-gateway"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField
            name="tenant"
            label={STEP_GATEWAY.tenant}
            hint={STEP_GATEWAY.tenantHint}
            error={fields["tenants/0"] ?? fields.tenants}
            defaultValue="acme"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <div className="sm:col-span-2">
            <TextField
              name="callbackUrl"
              label={STEP_GATEWAY.url}
              hint={STEP_GATEWAY.urlHint}
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

/** The gateway that is there, and another key when the first is no longer on the screen. */
export function GatewayThere({
  steps,
  shown,
  createKey,
  onKey,
}: {
  steps: FirstSteps & { gateway: NonNullable<FirstSteps["gateway"]> };
  /** Whether the key is still on the screen. */
  shown: boolean;
  createKey: StartActions["createKey"];
  onKey: (key: string) => void;
}) {
  const { gateway, key } = steps;
  const act = useAct(createKey, { onDone: (made) => onKey(made.key) });
  return (
    <>
      <p className="text-fg-muted">
        {STEP_GATEWAY.here(gateway.name)}{" "}
        {shown ? "" : key === null ? STEP_GATEWAY.noKey : STEP_GATEWAY.keyGone}{" "}
        <Link href={`/gateways/${gateway.id}`} className="text-accent underline underline-offset-2">
          {STEP_GATEWAY.manage}
        </Link>
      </p>
      {!shown && (
        <div className="flex flex-col items-start gap-2">
          <Button
            icon="key"
            pending={act.pending}
            pendingLabel={STEP_GATEWAY.makingKey}
            onClick={() => void act.run({ gatewayId: gateway.id, tenants: [gateway.tenant] })}
          >
            {STEP_GATEWAY.makeKey}
          </Button>
          <ActNotice problem={act.problem} />
        </div>
      )}
    </>
  );
}
