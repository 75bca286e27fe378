import { progressWords, SAMPLE } from "@/components/words/sample";
import type { SampleView } from "@/lib/onboarding/sample/types";

/** How far it is. */
export function SampleProgress({ sample }: { sample: SampleView }) {
  const { state, part, percent, rows } = sample;
  return (
    <div className="flex w-full max-w-[36rem] flex-col gap-1.5">
      <p className="font-medium">{state === "removing" ? SAMPLE.removing : SAMPLE.loading}</p>
      <progress
        aria-label={SAMPLE.progress}
        max={100}
        value={percent}
        className="h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-selected [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-selected [&::-webkit-progress-value]:bg-accent"
      />
      <p role="status" className="tnum text-fg-muted">
        {progressWords(part, percent, rows)}
      </p>
      <p className="text-fg-muted">{SAMPLE.leave}</p>
    </div>
  );
}
