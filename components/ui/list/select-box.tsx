"use client";

import { useHydrated } from "../use-hydrated";

/** The box that selects a row. `shift`: all from the row that was pressed last are meant. */
export function SelectBox({
  label,
  checked,
  mixed = false,
  dataKey = "select",
  look = "row-box",
  onSelect,
}: {
  label: string;
  checked: boolean;
  /** Some of what the row stands for are selected. */
  mixed?: boolean;
  dataKey?: string;
  /** The classes of its label. */
  look?: string;
  onSelect: (on: boolean, shift: boolean) => void;
}) {
  const hydrated = useHydrated();
  return (
    <label className={look}>
      <input
        type="checkbox"
        // A mark set before anybody listens would select nothing.
        disabled={!hydrated}
        data-key={dataKey}
        checked={checked}
        ref={(element) => {
          if (element) element.indeterminate = mixed;
        }}
        aria-label={label}
        // The click carries Shift, whether it came from a mouse or from the space bar.
        onChange={({ target, nativeEvent }) =>
          onSelect(target.checked, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
}
