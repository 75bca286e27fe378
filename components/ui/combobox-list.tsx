import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { classNames } from "./class-names";
import type { ComboboxOption } from "./combobox-options";
import { FLOAT } from "./float";
import { Icon } from "./icon";
import { Untrusted } from "./text/untrusted";

/** The options of a combobox, above everything else. The focus stays in the text field. */
export function ComboboxList({
  ref,
  id,
  label,
  multiple,
  options,
  chosen,
  active,
  choose,
}: {
  ref: Ref<HTMLDivElement>;
  id: string;
  label: ReactNode;
  multiple: boolean;
  options: readonly ComboboxOption[];
  chosen: readonly string[];
  active: number;
  choose: (option: ComboboxOption) => void;
}) {
  const current = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active option is what there is to scroll to
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div
      ref={ref}
      popover="manual"
      // The text field keeps the focus while a person presses or scrolls in the list.
      onMouseDown={(event) => event.preventDefault()}
      className={classNames(
        "max-h-72 w-[anchor-size(width)] min-w-52 overflow-y-auto rounded-card border bg-surface p-1 text-fg shadow-float",
        FLOAT.start,
      )}
    >
      {options.length === 0 && (
        <p className="px-2 py-1.5 text-sm text-fg-muted">Nothing matches what you typed.</p>
      )}
      <div
        id={id}
        role="listbox"
        aria-label={typeof label === "string" ? label : undefined}
        aria-multiselectable={multiple || undefined}
        hidden={options.length === 0}
        tabIndex={-1}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field that keeps the focus hears the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field, which names the active option
          <div
            key={option.value}
            ref={index === active ? current : undefined}
            id={`${id}-${index}`}
            role="option"
            aria-selected={chosen.includes(option.value)}
            onClick={() => choose(option)}
            className={classNames(
              "flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 text-sm hover:bg-selected max-sm:min-h-12",
              index === active && "bg-selected outline-2 -outline-offset-2 outline-focus",
            )}
          >
            <Icon
              name="check"
              size={14}
              className={chosen.includes(option.value) ? "text-accent" : "invisible"}
            />
            <OptionWords option={option} />
          </div>
        ))}
      </div>
    </div>
  );
}

function OptionWords({ option: { label, hint, isTyped } }: { option: ComboboxOption }) {
  return (
    <span className="min-w-0 flex-1 wrap-anywhere">
      {isTyped && <span className="text-fg-muted">Use </span>}
      <Untrusted>{label}</Untrusted>
      {hint && (
        <span className="block text-xs text-fg-muted">
          <Untrusted>{hint}</Untrusted>
        </span>
      )}
    </span>
  );
}
