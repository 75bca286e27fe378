import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";

const CONTROL =
  "w-full rounded-control border border-border-strong bg-surface px-2.5 text-fg outline-offset-1 " +
  "hover:border-fg-subtle focus-visible:outline-2 focus-visible:outline-focus disabled:border-dashed " +
  "disabled:bg-sunken disabled:text-fg-subtle aria-invalid:border-risk-high max-sm:text-lg";

/** A one-line text control. Needs an `aria-label` or a `TextField`. */
export function Input({ className, ...rest }: ComponentProps<"input">) {
  return (
    <input
      className={classNames(CONTROL, "min-h-(--control) py-0.5 text-sm max-sm:min-h-12", className)}
      {...rest}
    />
  );
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} className={classNames(CONTROL, "py-1.5 text-sm", className)} {...rest} />;
}

export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={classNames("relative block", className)}>
      <select
        className={classNames(
          CONTROL,
          "min-h-(--control) appearance-none py-0.5 pr-8 text-sm max-sm:min-h-12",
        )}
        {...rest}
      >
        {children}
      </select>
      <Icon
        name="chevron-down"
        size={14}
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-fg-subtle"
      />
    </span>
  );
}

type Words = { label: ReactNode; hint?: ReactNode; error?: string | null; hideLabel?: boolean };

/** The ids that tie a control to its hint and its error. */
export function describe(id: string, { hint, error }: Pick<Words, "hint" | "error">) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return { id, "aria-describedby": ids || undefined, "aria-invalid": error ? true : undefined };
}

/** Label, control, hint and error. Pass `describe(id, …)` to the control. */
export function Field({
  id,
  label,
  hint,
  error,
  hideLabel,
  children,
}: Words & { id: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className={hideLabel ? "sr-only" : "text-sm font-medium text-fg"}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-fg-muted">
          {hint}
        </p>
      )}
      {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
    </div>
  );
}

/** The error of one control, and what to do. */
export function FieldErrorText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-xs font-medium text-risk-high">
      <Icon name="alert" size={14} className="mt-px" />
      <span>{children}</span>
    </p>
  );
}

type Named<T> = Words & Omit<T, "id"> & { id?: string; name: string };

/** A labelled one-line text control. `id` defaults to `name`. */
export function TextField({ label, hint, error, hideLabel, id, ...rest }: Named<ComponentProps<"input">>) {
  const own = id ?? rest.name;
  return (
    <Field id={own} label={label} hint={hint} error={error} hideLabel={hideLabel}>
      <Input {...rest} {...describe(own, { hint, error })} />
    </Field>
  );
}

export function TextareaField({
  label,
  hint,
  error,
  hideLabel,
  id,
  ...rest
}: Named<ComponentProps<"textarea">>) {
  const own = id ?? rest.name;
  return (
    <Field id={own} label={label} hint={hint} error={error} hideLabel={hideLabel}>
      <Textarea {...rest} {...describe(own, { hint, error })} />
    </Field>
  );
}

export function SelectField({ label, hint, error, hideLabel, id, ...rest }: Named<ComponentProps<"select">>) {
  const own = id ?? rest.name;
  return (
    <Field id={own} label={label} hint={hint} error={error} hideLabel={hideLabel}>
      <Select {...rest} {...describe(own, { hint, error })} />
    </Field>
  );
}
