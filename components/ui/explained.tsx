import { type ReactNode, useId } from "react";
import { Icon } from "./icon";
import { Popover } from "./popover";

/** The definition of a figure, behind a button: by pointer, touch and keyboard alike. Not inside a paragraph. */
export function Explained({ what, children }: { what: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={`What ${what} means`}
        className="-my-1 inline-grid size-6 shrink-0 place-items-center rounded-chip text-fg-subtle hover:text-fg max-sm:-m-3 max-sm:size-12"
      >
        <Icon name="info" size={14} />
      </button>
      <Popover
        id={id}
        label={what}
        className="m-0 mt-1 w-72 max-w-[calc(100vw-1rem)] px-3 py-2 font-normal text-xs [position-area:bottom_span-right] [position-try-fallbacks:flip-block,flip-inline]"
      >
        {children}
      </Popover>
    </>
  );
}
