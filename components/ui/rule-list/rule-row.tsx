import type { ReactNode } from "react";
import { revealedText } from "@/lib/core/text/reveal";
import { Button, IconButton } from "../button";
import { Checkbox } from "../checkbox";

type Props = {
  rule: { name: string; on: boolean };
  noun: string;
  /** Its position in the whole list, from 0, and the length. */
  at: number;
  of: number;
  /** Null for readers. `edit` is null while it cannot be opened. */
  acts: {
    toggle: (on: boolean) => void;
    move: (where: "up" | "down") => void;
    edit: (() => void) | null;
  } | null;
  more?: ReactNode;
  children: ReactNode;
};

/** One rule of an ordered list: position, content and actions. */
export function RuleRow({ rule, noun, at, of, acts, more, children }: Props) {
  const name = revealedText(rule.name);
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 sm:flex-nowrap">
      <span className="tnum w-7 shrink-0 pt-px text-right text-sm text-fg-subtle">
        {(at + 1).toLocaleString("en")}
      </span>
      <div className={`flex min-w-0 flex-1 basis-56 flex-col gap-1 ${rule.on ? "" : "text-fg-muted"}`}>
        {children}
      </div>
      {acts && (
        <div className="flex shrink-0 items-center gap-1 max-sm:w-full max-sm:justify-end">
          <Checkbox
            label={`Use the ${noun} ${name}`}
            hideLabel
            checked={rule.on}
            onChange={(event) => acts.toggle(event.target.checked)}
            className="px-2"
          />
          {(["up", "down"] as const).map((where) => (
            <IconButton
              key={where}
              icon={`arrow-${where}`}
              label={`Move ${name} ${where}`}
              disabled={at === (where === "up" ? 0 : of - 1)}
              onClick={() => acts.move(where)}
            />
          ))}
          <Button
            size="sm"
            onClick={acts.edit ?? undefined}
            disabled={acts.edit === null}
            aria-label={`Edit ${name}`}
          >
            Edit
          </Button>
          {more}
        </div>
      )}
    </div>
  );
}
