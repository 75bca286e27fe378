import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import type { StepState } from "./step-states";

const STATE_WORDS: Record<StepState, string> = {
  done: "done",
  unneeded: "not needed",
  next: "next",
  later: "later",
};

/** One step: done with a tick, next open, or later. */
export function Step({
  n,
  title,
  state,
  children,
}: {
  n: number;
  title: string;
  state: StepState;
  children: ReactNode;
}) {
  return (
    <li
      aria-current={state === "next" ? "step" : undefined}
      className={classNames(
        "flex gap-3.5 rounded-card border bg-surface px-4 py-3.5",
        state === "next" ? "border-accent" : "border-border",
      )}
    >
      <span
        className={classNames(
          "mt-px flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-bold",
          state === "done" && "border-transparent bg-ok-bg text-ok",
          state === "next" && "border-accent text-accent",
          (state === "later" || state === "unneeded") && "border-border text-fg-subtle",
        )}
      >
        {state === "done" ? (
          <Icon name="check" size={14} />
        ) : (
          <span aria-hidden>{state === "unneeded" ? "–" : n}</span>
        )}
        <span className="sr-only">{`Step ${n}, ${STATE_WORDS[state]}`}</span>
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2.5 text-sm">
        <h2
          className={classNames(
            "text-base font-bold",
            (state === "later" || state === "unneeded") && "text-fg-muted",
          )}
        >
          {title}
        </h2>
        {children}
      </div>
    </li>
  );
}
