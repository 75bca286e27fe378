"use client";

import { useId } from "react";
import { counted } from "@/components/words/counts";
import { ComboboxList } from "./combobox-list";
import type { ComboboxProps } from "./combobox-options";
import { describe, Field, Input } from "./field";
import { Icon } from "./icon";
import { Untrusted } from "./text/untrusted";
import { useCombobox } from "./use-combobox";
import { VisuallyHidden } from "./visually-hidden";

/**
 * A choice among many by typing (WAI-ARIA combobox with a list). Submits `name` like any other
 * field.
 */
export function Combobox(props: ComboboxProps) {
  const { name, label, options, multiple = false, hint, error, hideLabel, disabled } = props;
  const own = props.id ?? name;
  const list = useId();
  const { state, refs, ...acts } = useCombobox(props);
  const { typed, active, chosen, settled, shown, isShown } = state;
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;
  const resting = multiple || chosen[0] === undefined ? "" : labelOf(chosen[0]);

  return (
    <Field id={own} label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {multiple && settled.length > 0 && (
        <ChosenList values={settled} labelOf={labelOf} disabled={disabled} remove={acts.remove} />
      )}
      <div ref={refs.box} className="relative">
        <Input
          ref={refs.input}
          {...describe(own, { hint, error })}
          role="combobox"
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? list : undefined}
          aria-activedescendant={isShown && active >= 0 ? `${list}-${active}` : undefined}
          data-key={props.dataKey}
          disabled={disabled}
          placeholder={props.placeholder}
          value={typed ?? resting}
          onChange={(event) => acts.type(event.target.value)}
          onInput={(event) => event.stopPropagation()}
          onPaste={(event) => {
            if (acts.paste(event.clipboardData.getData("text"))) event.preventDefault();
          }}
          onClick={acts.show}
          onKeyDown={acts.pressed}
          onBlur={acts.close}
          className={props.mono ? "mono pr-8" : "pr-8"}
        />
        <Icon
          name="chevron-down"
          size={14}
          className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-fg-subtle"
        />
        {[...new Set(chosen)].map((value) => (
          <input key={value} type="hidden" name={name} value={value} disabled={disabled} />
        ))}
        {isShown && (
          <ComboboxList
            ref={refs.panel}
            id={list}
            label={label}
            multiple={multiple}
            options={shown}
            chosen={settled}
            active={active}
            choose={acts.choose}
          />
        )}
      </div>
      <VisuallyHidden live="polite">
        {isShown && typed !== null
          ? shown.length === 0
            ? "No choices"
            : counted(shown.length, "choice")
          : ""}
      </VisuallyHidden>
    </Field>
  );
}

function ChosenList({
  values,
  labelOf,
  remove,
  disabled,
}: {
  values: readonly string[];
  labelOf: (value: string) => string;
  remove: (value: string) => void;
  disabled?: boolean;
}) {
  return (
    <ul aria-label={counted(values.length, "choice")} className="flex flex-wrap gap-1">
      {values.map((value) => (
        <li
          key={value}
          className="inline-flex max-w-full items-center gap-0.5 rounded-chip border border-border bg-sunken pl-1.5 text-xs"
        >
          <span className="min-w-0 wrap-anywhere">
            <Untrusted>{labelOf(value)}</Untrusted>
          </span>
          <button
            type="button"
            disabled={disabled}
            aria-label={`Remove ${labelOf(value)}`}
            onClick={() => remove(value)}
            className="inline-flex size-6 items-center justify-center rounded-chip text-fg-subtle hover:text-fg max-sm:size-9"
          >
            <Icon name="x" size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}
