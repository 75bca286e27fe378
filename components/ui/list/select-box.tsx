"use client";

import { useHydrated } from "../use-hydrated";

/** The checkbox of a row. `shift`: extends from the last pressed row. */
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
  /** Part of the row's items are selected. */
  mixed?: boolean;
  dataKey?: string;
  look?: string;
  onSelect: (on: boolean, shift: boolean) => void;
}) {
  const hydrated = useHydrated();
  return (
    <label className={look}>
      <input
        type="checkbox"
        // A box ticked before scripts run would select nothing.
        disabled={!hydrated}
        data-key={dataKey}
        checked={checked}
        ref={(element) => {
          if (element) element.indeterminate = mixed;
        }}
        aria-label={label}
        // The click event has Shift, from mouse and space bar.
        onChange={({ target, nativeEvent }) =>
          onSelect(target.checked, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
}
