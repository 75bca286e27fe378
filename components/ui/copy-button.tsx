"use client";

import { type ReactNode, useEffect, useState } from "react";
import { classNames } from "./class-names";
import { Icon, type IconName } from "./icon";
import { VisuallyHidden } from "./visually-hidden";

const SAID_MS = 2_000;

/** Copies `text`. With children the text itself is the button; otherwise an icon. */
export function CopyButton({
  text,
  label,
  children,
  icon = "copy",
  className,
  ...data
}: {
  text: string;
  /** What is copied, for example "Copy the id". */
  label: string;
  children?: ReactNode;
  /** Distinguishes two copy buttons next to each other. */
  icon?: IconName;
  className?: string;
  "data-key"?: string;
}) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SAID_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("failed"), // no permission, or not a secure context: say so, the text can be selected by hand
    );

  return (
    <button
      type="button"
      onClick={copy}
      title={label}
      aria-label={label}
      className={classNames(
        "inline-flex min-h-6 min-w-6 items-center justify-center gap-1 rounded-chip text-fg-subtle max-sm:-my-2.5 max-sm:min-h-11 max-sm:min-w-11 hover:bg-selected hover:text-fg",
        Boolean(children) && "px-1",
        className,
      )}
      {...data}
    >
      {children}
      <Icon name={state === "copied" ? "check" : state === "failed" ? "x" : icon} size={13} />
      <VisuallyHidden live="polite">
        {state === "copied" ? "Copied" : state === "failed" ? "Could not copy: select the text instead" : ""}
      </VisuallyHidden>
    </button>
  );
}
