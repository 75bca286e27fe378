"use client";

import { type ComponentProps, useState } from "react";
import { describe, Field, Input } from "@/components/ui/field";
import { PASSWORD_CHARACTERS_MIN } from "@/lib/auth/types";

export const PASSWORD_RULE = `At least ${PASSWORD_CHARACTERS_MIN} characters; a few words in a row work well. It must not be your e-mail address.`;

/** A password with visible rules and a control that shows the typed text. */
export function PasswordField({
  label,
  hint,
  error,
  name,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "id"> & {
  label: string;
  hint?: string;
  error?: string | null;
  name: string;
}) {
  const [shown, setShown] = useState(false);
  return (
    <Field id={name} label={label} hint={hint} error={error}>
      <span className="relative block">
        <Input
          {...rest}
          {...describe(name, { hint, error })}
          name={name}
          type={shown ? "text" : "password"}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="min-h-9 pr-16"
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={`Show the ${label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-1 right-1 min-w-12 rounded-[5px] px-2 text-xs font-medium text-fg-muted hover:bg-sunken hover:text-fg"
        >
          {shown ? "Hide" : "Show"}
        </button>
      </span>
    </Field>
  );
}
