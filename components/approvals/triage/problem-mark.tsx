import { Icon } from "@/components/ui/icon";
import { PROBLEM_WORDS, type Problem } from "@/components/words/approvals/attention";

/** A problem by icon, word and colour. The colours are no risk's. */
export function ProblemMark({ problem }: { problem: Problem }) {
  const { icon, word } = PROBLEM_WORDS[problem];
  return (
    <span data-problem={problem} className="problem-mark">
      <Icon name={icon} size={13} />
      {word}
    </span>
  );
}
