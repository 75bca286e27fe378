"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { classNames } from "./class-names";
import { FLOAT, openBeside } from "./float";

const HOVER_MS = 400;
// Time to move the pointer from the control onto the words (WCAG 1.4.13: hoverable).
const LEAVE_MS = 150;
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

/**
 * More words about what it wraps, on hover and on focus; Esc hides them. They describe the control inside; around plain text
 * the text itself can be focused. Never put in here what a reader has to know.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId();
  const around = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const bare = typeof children === "string";

  useEffect(() => {
    const control = around.current?.querySelector(FOCUSABLE) ?? around.current;
    control?.setAttribute("aria-describedby", id);
    return () => clearTimeout(timer.current);
  }, [id]);

  const after = (ms: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, ms);
  };
  const show = () => {
    if (bubble.current && around.current) openBeside(bubble.current, around.current, "above");
  };
  const hide = () => {
    clearTimeout(timer.current);
    if (bubble.current?.matches(":popover-open")) bubble.current.hidePopover();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows more words about the control inside
    <span
      ref={around}
      tabIndex={bare ? 0 : undefined}
      onPointerEnter={(event) => event.pointerType === "mouse" && after(HOVER_MS, show)}
      onPointerLeave={() => after(LEAVE_MS, hide)}
      onFocus={(event) => event.target.matches(":focus-visible") && show()}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !bubble.current?.matches(":popover-open")) return;
        event.preventDefault();
        event.stopPropagation();
        hide();
      }}
      className={classNames(
        "inline-flex max-w-full",
        bare && "rounded-[2px] underline decoration-border-strong decoration-dotted underline-offset-3",
      )}
    >
      {children}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        className={classNames(
          "max-w-72 rounded-control border bg-surface px-2 py-1 text-left text-xs font-normal whitespace-normal text-fg shadow-float",
          FLOAT.above,
        )}
      >
        {text}
      </span>
    </span>
  );
}
