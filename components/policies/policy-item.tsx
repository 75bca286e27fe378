"use client";

import { StatusMark } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Menu } from "@/components/ui/menu";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counted";
import { ACTION_MARKS } from "@/components/words/policies";
import { policySentence } from "@/lib/approvals/policies/sentences";
import type { Policy } from "@/lib/approvals/policies/types";
import { revealedText } from "@/lib/core/text/reveal";

type PolicyActs = {
  toggle: (on: boolean) => void;
  move: (where: "up" | "down" | "first" | "last") => void;
  edit: () => void;
  duplicate: () => void;
  remove: () => void;
};

type Props = {
  policy: Policy;
  /** Its place in the whole list, from 1, and how many there are. */
  place: number;
  of: number;
  /** Calls it decides in the preview; null while that is not of this draft. */
  decides: number | null;
  acts: PolicyActs;
};

/** One policy of the list: its sentence, what it does, and how many calls it decides. */
export function PolicyItem({ policy, place, of, decides, acts }: Props) {
  const { name, on, action } = policy;
  const mark = ACTION_MARKS[action];
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 sm:flex-nowrap">
      <span className="tnum w-7 shrink-0 pt-px text-right text-sm text-fg-subtle">
        {place.toLocaleString("en")}
      </span>
      <div className={`flex min-w-0 flex-1 basis-56 flex-col gap-1 ${on ? "" : "text-fg-muted"}`}>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <b className="font-medium">
            <Untrusted>{name}</Untrusted>
          </b>
          <StatusMark icon={on ? mark.icon : "minus"}>{on ? mark.word : "Switched off"}</StatusMark>
        </span>
        <span className="text-sm text-fg-muted wrap-anywhere">
          <Untrusted>{policySentence({ ...policy, on: true })}</Untrusted>
        </span>
        {on && decides !== null && (
          <span className="text-xs text-fg-subtle">
            {decides === 0
              ? "Decides none of the calls that were tried"
              : `Decides ${counted(decides, "call")}`}
          </span>
        )}
      </div>
      <Acts name={revealedText(name)} on={on} place={place} of={of} acts={acts} />
    </div>
  );
}

function Acts({
  name,
  on,
  place,
  of,
  acts,
}: Pick<Props, "place" | "of" | "acts"> & { name: string; on: boolean }) {
  return (
    <div className="flex shrink-0 items-center gap-1 max-sm:w-full max-sm:justify-end">
      <Checkbox
        label={`Use the policy ${name}`}
        hideLabel
        checked={on}
        onChange={(event) => acts.toggle(event.target.checked)}
        className="px-2"
      />
      <IconButton
        icon="arrow-up"
        label={`Move ${name} up`}
        disabled={place === 1}
        onClick={() => acts.move("up")}
      />
      <IconButton
        icon="arrow-down"
        label={`Move ${name} down`}
        disabled={place === of}
        onClick={() => acts.move("down")}
      />
      <Button size="sm" onClick={acts.edit} aria-label={`Edit ${name}`}>
        Edit
      </Button>
      <Menu
        icon="more"
        label={`More for ${name}`}
        align="end"
        variant="ghost"
        items={[
          { label: "Duplicate", icon: "copy", onSelect: acts.duplicate },
          {
            label: "Move to the top",
            icon: "arrow-up",
            disabled: place === 1,
            onSelect: () => acts.move("first"),
          },
          {
            label: "Move to the end",
            icon: "arrow-down",
            disabled: place === of,
            onSelect: () => acts.move("last"),
          },
          { label: "Delete", icon: "trash", separated: true, onSelect: acts.remove },
        ]}
      />
    </div>
  );
}
