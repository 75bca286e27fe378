"use client";

import type { ReactNode } from "react";
import { isOnThisMachine } from "@/components/onboarding/commands";
import { ActionDialog } from "@/components/ui/action-dialog";
import type { ButtonProps } from "@/components/ui/button";
import { SecretOnce } from "@/components/ui/secret-once";
import { Time } from "@/components/ui/time";
import type { ActResult } from "@/components/ui/use-act";
import type { ShownLink } from "@/lib/auth/people/actions";

/** A button, the form that makes a one-time link, and the link, once. */
export function LinkDialog({
  label,
  title,
  note,
  submit,
  make,
  read,
  children,
  ...look
}: {
  label: string;
  title: string;
  note: string;
  submit: string;
  make: (input: object) => Promise<ActResult<ShownLink>>;
  read: (data: FormData) => object;
  children: (fields: Readonly<Record<string, string>>) => ReactNode;
} & Pick<ButtonProps, "variant" | "size" | "icon">) {
  return (
    <ActionDialog
      button={{ ...look, children: label }}
      title={title}
      description={note}
      action={make}
      read={read}
      submit={submit}
      pendingLabel="Making the link…"
      made={(link) => ({ title: "The link is ready", children: <MadeLink link={link} /> })}
    >
      {children}
    </ActionDialog>
  );
}

function MadeLink({ link }: { link: ShownLink }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        For {link.email}. It works until <Time value={link.expiresAt} />.
      </p>
      <SecretOnce
        label="The link"
        value={link.url}
        note="It is shown only now, because Countersign keeps only a hash of it. Give it to this person over a channel you trust. Mail scanners that open it do no harm."
      />
      {isOnThisMachine(link.url) && (
        <p className="text-sm">
          It opens on this machine only. For other machines and phones, start Countersign with PUBLIC_URL set
          to an address they can reach.
        </p>
      )}
    </div>
  );
}
