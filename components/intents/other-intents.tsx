"use client";

import { NumberKey, numberKey } from "@/components/ui/numbered-choices";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { Neighbour } from "@/lib/intents/detail/types";

type Props = {
  legend: string;
  kind: "checkbox" | "radio";
  neighbours: readonly Neighbour[];
  chosen: ReadonlySet<string>;
  onChoose: (id: string) => void;
};

/** Other intents of the tenant to choose from, the most alike first. */
export function OtherIntents({ legend, kind, neighbours, chosen, onChoose }: Props) {
  if (neighbours.length === 0) return <p className="text-sm">The tenant has no other intent.</p>;
  return (
    <fieldset data-choices className="flex flex-col gap-1">
      <legend className="mb-1 font-medium text-sm">{legend}</legend>
      {neighbours.map(({ id, name, calls, alike }, index) => (
        <label key={id} className="flex min-h-7 items-center gap-2 text-sm max-sm:min-h-12">
          <input
            type={kind}
            name="other"
            className="shrink-0 accent-accent"
            data-autofocus={index === 0 ? true : undefined}
            checked={chosen.has(id)}
            onChange={() => onChoose(id)}
            {...numberKey(index)}
          />
          <NumberKey at={index} />
          <span className="min-w-0 wrap-anywhere">
            <Untrusted>{name}</Untrusted>{" "}
            <span className="text-fg-muted">
              ({counted(calls, "call")}, {alike.toFixed(2)} alike)
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
