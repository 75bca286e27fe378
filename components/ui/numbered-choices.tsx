import type { KeyboardEvent, ReactNode } from "react";
import { classNames } from "./class-names";
import { Kbd } from "./kbd";

const KEYS_MAX = 9;

/** The number key of a choice, as a hint. */
export function NumberKey({ at, onFill }: { at: number; onFill?: boolean }) {
  if (at >= KEYS_MAX) return null;
  return (
    <Kbd onFill={onFill} className="shrink-0 max-md:hidden">
      {at + 1}
    </Kbd>
  );
}

/** For the input of a choice in a dialog: number keys choose it. */
export const numberKey = (at: number) => (at < KEYS_MAX ? { "aria-keyshortcuts": String(at + 1) } : {});

/**
 * The choices of a dialog. Number keys choose, also while another part of the dialog has the focus,
 * which starts here.
 */
export function NumberedChoices<T extends string>({
  legend,
  name,
  options,
  chosen,
  pills = false,
  focus = true,
  onChoose,
  onKeyDown,
  children,
}: {
  legend: string;
  name: string;
  options: readonly {
    value: T;
    label: ReactNode;
    /** A press of its number also submits the dialog. */
    submits?: boolean;
  }[];
  chosen: T | null;
  /** In a row, for short labels. */
  pills?: boolean;
  /** Whether the dialog opens with the focus here. */
  focus?: boolean;
  onChoose: (value: T) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLFieldSetElement>) => void;
  /** Below the choices, such as an error. */
  children?: ReactNode;
}) {
  const first = chosen ?? options[0]?.value;
  return (
    <fieldset
      data-choices
      className={pills ? "flex flex-wrap gap-2" : "flex flex-col gap-1"}
      onKeyDown={onKeyDown}
    >
      <legend className={classNames("font-medium text-sm", pills ? "mb-1.5" : "mb-1")}>{legend}</legend>
      {options.map(({ value, label, submits }, at) => (
        <label
          key={value}
          className={
            pills
              ? "relative inline-flex min-h-8 items-center gap-1.5 rounded-full border border-border px-3 text-sm has-checked:border-fg has-checked:bg-fg has-checked:text-surface has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 max-md:min-h-12"
              : "flex min-h-8 items-center gap-2 text-sm max-md:min-h-12"
          }
        >
          <input
            type="radio"
            name={name}
            value={value}
            data-autofocus={focus && value === first ? true : undefined}
            data-submits={submits ? true : undefined}
            checked={chosen === value}
            onChange={() => onChoose(value)}
            className={
              pills ? "absolute inset-0 cursor-pointer appearance-none opacity-0" : "shrink-0 accent-accent"
            }
            {...numberKey(at)}
          />
          <NumberKey at={at} onFill={pills && value === chosen} />
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}
