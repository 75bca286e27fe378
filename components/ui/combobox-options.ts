import type { ReactNode } from "react";

export type ComboboxOption = {
  value: string;
  label: string;
  hint?: string | undefined;
  /** What a person typed, offered as it is. */
  isTyped?: true;
};

// Further options are not rendered: typing narrows them.
export const OPTIONS_SHOWN_MAX = 100;

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase("en");

/** The options that contain every typed word; prefix matches first. */
export function matching(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return options.slice(0, OPTIONS_SHOWN_MAX);
  const found = options.filter((option) => {
    const text = plain(`${option.label} ${option.hint ?? ""} ${option.value}`);
    return words.every((word) => text.includes(word));
  });
  const begins = (option: ComboboxOption) => (plain(option.label).startsWith(words.join(" ")) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b)).slice(0, OPTIONS_SHOWN_MAX);
}

/**
 * The matching options, and what was typed as one more. It comes last, so that Enter picks from the
 * list, unless it is a pattern.
 */
export function withTyped(
  options: readonly ComboboxOption[],
  typed: string,
  hintOf: (typed: string) => string | undefined,
): readonly ComboboxOption[] {
  const value = typed.trim();
  const found = matching(options, typed);
  if (value === "" || found.some((option) => option.value === value)) return found;
  const own: ComboboxOption = { value, label: value, hint: hintOf(value), isTyped: true };
  return value.includes("*") ? [own, ...found] : [...found, own];
}

/** The selection after a press: that option alone, or with `multiple` added or removed. */
export function chosenAfter(chosen: readonly string[], value: string, multiple: boolean): readonly string[] {
  if (!multiple) return [value];
  return chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
}

export type ComboboxProps = {
  /** The field's name; with `multiple` each choice is a value of that name. */
  name: string;
  label: ReactNode;
  options: readonly ComboboxOption[];
  placeholder?: string;
  hint?: ReactNode;
  error?: string | null;
  hideLabel?: boolean;
  disabled?: boolean;
  /** Defaults to `name`. */
  id?: string;
  dataKey?: string;
  /**
   * What is typed is a value as well, at once, and needs no option. With `multiple`, its hint in the
   * list.
   */
  free?: (typed: string) => string | undefined;
  mono?: boolean;
} & (
  | { multiple?: false; defaultValue?: string; value?: string; onChange?: (value: string) => void }
  | {
      multiple: true;
      defaultValue?: readonly string[];
      value?: readonly string[];
      onChange?: (value: string[]) => void;
    }
);
