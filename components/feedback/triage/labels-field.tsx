import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { labelsFault, labelsIn } from "./label-words";

/** Labels as comma-separated text. Enter or a button saves; the button appears after a change. */
export function LabelsField({
  labels,
  disabled,
  onSave,
}: {
  labels: readonly string[];
  disabled: boolean;
  onSave: (labels: string[]) => void;
}) {
  const [text, setText] = useState(labels.join(", "));
  const next = labelsIn(text);
  const differs = next.toSorted().join(",") !== labels.toSorted().join(",");
  const fault = labelsFault(next);
  return (
    <form
      className="flex flex-col items-stretch gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (differs && !fault && !disabled) onSave(next);
      }}
    >
      <TextField
        name="labels"
        label="Labels"
        data-key="triage-label"
        placeholder="Words, separated by commas"
        value={text}
        error={fault}
        onChange={({ target }) => setText(target.value)}
      />
      {differs ? (
        <Button
          size="sm"
          type="submit"
          disabled={disabled || fault !== null}
          className="self-start max-sm:min-h-12"
        >
          Save the labels
        </Button>
      ) : null}
    </form>
  );
}
