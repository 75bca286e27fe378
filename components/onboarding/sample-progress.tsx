import { counted } from "@/components/words/counts";
import type { Part, SampleView } from "@/lib/onboarding/sample/types";

const PART_WORDS: Record<Part, string> = {
  tenants: "Tenants and their trails",
  gateways: "Gateways",
  tools: "Tools and cheatsheets",
  calls: "Calls",
  approvals: "Approvals and callbacks",
  feedback: "Feedback",
  requests: "Requests of gateways",
};

/** The progress: "Calls · 42 % · 5,120 rows". */
export function SampleProgress({ sample }: { sample: SampleView }) {
  const { state, part, percent, rows } = sample;
  return (
    <div className="flex w-full max-w-[36rem] flex-col gap-1.5">
      <p className="font-medium">
        The sample workspace is being {state === "removing" ? "removed" : "made"}.
      </p>
      <progress
        aria-label="Progress"
        max={100}
        value={percent}
        className="h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-selected [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-selected [&::-webkit-progress-value]:bg-accent"
      />
      <p role="status" className="tnum text-fg-muted">
        {[part && PART_WORDS[part], `${percent} %`, counted(rows, "row")].filter(Boolean).join(" · ")}
      </p>
      <p className="text-fg-muted">You can leave this page; the worker goes on.</p>
    </div>
  );
}
