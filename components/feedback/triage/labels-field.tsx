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
      className="flex grow items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (differs && !fault && !disabled) onSave(next);
      }}
    >
      <div className="min-w-40 grow">
        <TextField
          name="labels"
          label="Labels"
          data-key="triage-label"
          placeholder="Words, separated by commas"
          value={text}
          error={fault}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {differs ? (
        <Button type="submit" disabled={disabled || fault !== null} className="max-sm:min-h-12">
          Save the labels
        </Button>
      ) : null}
    </form>
  );
}
