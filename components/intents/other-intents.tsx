"use client";

import { useEffect, useState } from "react";
import { Input } from "@/components/ui/field";
import { NumberKey, numberKey } from "@/components/ui/numbered-choices";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { UNREACHABLE } from "@/components/words/ui";
import { findOtherIntents } from "@/lib/intents/actions";
import type { Neighbour } from "@/lib/intents/detail/types";

const TYPING_PAUSE_MS = 250;

type Props = {
  intentId: string;
  legend: string;
  kind: "checkbox" | "radio";
  /** The most alike. */
  neighbours: readonly Neighbour[];
  chosen: readonly Neighbour[];
  onChoose: (one: Neighbour) => void;
};

/** Intents with the typed words, after a pause; the most alike ones without words. */
function useFound(intentId: string, neighbours: readonly Neighbour[]) {
  const [words, setWords] = useState("");
  const [found, setFound] = useState(neighbours);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (words.trim() === "") {
      setFound(neighbours);
      setProblem(null);
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const answer = await findOtherIntents({ intentId, q: words }).catch(() => null);
      if (!isCurrent) return;
      setProblem(answer?.ok ? null : (answer?.message ?? UNREACHABLE));
      if (answer?.ok) setFound(answer.found);
    }, TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [words, intentId, neighbours]);
  return { words, setWords, found, problem };
}

/** Other intents of the tenant to choose from, the most alike first, or by words. */
export function OtherIntents({ intentId, legend, kind, neighbours, chosen, onChoose }: Props) {
  const { words, setWords, found, problem } = useFound(intentId, neighbours);
  if (neighbours.length === 0) return <p className="text-sm">The tenant has no other intent.</p>;
  // What was chosen stays in sight.
  const shown = [...found, ...chosen.filter((one) => !found.some(({ id }) => id === one.id))];
  return (
    <div className="flex flex-col gap-1">
      <fieldset data-choices className="flex flex-col gap-1">
        <legend className="mb-1 font-medium text-sm">{legend}</legend>
        {shown.map((one, index) => (
          <label key={one.id} className="flex min-h-7 items-center gap-2 text-sm max-sm:min-h-12">
            <input
              type={kind}
              name="other"
              className="shrink-0 accent-accent"
              data-autofocus={index === 0 ? true : undefined}
              checked={chosen.some(({ id }) => id === one.id)}
              onChange={() => onChoose(one)}
              {...numberKey(index)}
            />
            <NumberKey at={index} />
            <span className="min-w-0 wrap-anywhere">
              <Untrusted>{one.name}</Untrusted>{" "}
              <span className="text-fg-muted">
                ({counted(one.calls, "call")}, {one.alike.toFixed(2)} alike)
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <Input
        type="search"
        aria-label="Find another intent"
        placeholder="Find another: name, words, tool"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        // Enter would send the dialog.
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.metaKey && !event.ctrlKey) event.preventDefault();
        }}
        className="mt-1"
      />
      <p role="status" className="text-fg-muted text-xs empty:hidden">
        {problem ?? (found.length === 0 ? "No other intent has these words." : "")}
      </p>
    </div>
  );
}
