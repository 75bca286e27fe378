import { Untrusted } from "@/components/ui/text/untrusted";

// A message has room for three lines.
const QUOTED_MAX = 80;

/** What was done with a call, in a message. */
export function CallDone({ words, headline }: { words: string; headline: string }) {
  return (
    <span className="line-clamp-3">
      {words} “<Untrusted limit={QUOTED_MAX}>{headline}</Untrusted>”
    </span>
  );
}
