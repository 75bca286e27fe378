"use client";

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ActNotice } from "./act-notice";
import { Button, type ButtonProps } from "./button";
import { Icon } from "./icon";
import { type ActResult, useAct } from "./use-act";

export type ActionFormProps<I, T extends object> = {
  action: (input: I) => Promise<ActResult<T>>;
  read: (data: FormData) => I;
  submit: string;
  pendingLabel?: string;
  /** Shown next to the button after success, for example "Saved". */
  done?: string;
  onDone?: (result: { ok: true } & T) => void;
  /** Buttons next to the submit button. */
  footer?: ReactNode;
  variant?: ButtonProps["variant"];
  label?: string;
  /** Clears the fields after success. */
  clearWhenDone?: boolean;
  children: (fields: Readonly<Record<string, string>>) => ReactNode;
};

/**
 * A form for a server action. Typed text survives a refusal; messages appear at their fields, and
 * the first takes the focus.
 */
export function ActionForm<I, T extends object>({
  action,
  read,
  submit,
  pendingLabel,
  done,
  onDone,
  footer,
  variant = "primary",
  label,
  clearWhenDone = false,
  children,
}: ActionFormProps<I, T>) {
  const form = useRef<HTMLFormElement>(null);
  const [said, setSaid] = useState(false);
  const act = useAct(action, {
    onDone: (result) => {
      setSaid(true);
      if (clearWhenDone) form.current?.reset();
      onDone?.(result);
    },
  });
  const fields = act.problem?.fields ?? {};

  useEffect(() => {
    if (act.problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [act.problem]);

  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaid(false);
    void act.run(read(new FormData(event.currentTarget)));
  };

  return (
    <form
      ref={form}
      onSubmit={submitted}
      onInput={() => setSaid(false)}
      aria-label={label}
      noValidate
      className="flex flex-col gap-4"
    >
      {children(fields)}
      <ActNotice problem={act.problem} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant={variant} pending={act.pending} pendingLabel={pendingLabel}>
          {submit}
        </Button>
        {footer}
        <span role="status" className="flex items-center gap-1 text-sm text-ok">
          {said && !act.pending && done && (
            <>
              <Icon name="check" size={14} />
              {done}
            </>
          )}
        </span>
      </div>
    </form>
  );
}
