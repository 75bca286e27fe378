import { lookAlike } from "@/lib/core/text/look-alike";
import { Untrusted } from "./untrusted";

/** One line per look-alike word of the texts, with the reason. Empty without any. */
export function LookAlikeNotes({ texts }: { texts: readonly (string | null | undefined)[] }) {
  const reasons = new Map<string, string>();
  for (const text of texts) {
    for (const found of lookAlike(text ?? "")) reasons.set(found.word, found.reason);
  }
  if (reasons.size === 0) return null;
  return (
    <ul className="mt-2 flex flex-col gap-1 text-xs text-risk-high">
      {[...reasons].map(([word, reason]) => (
        <li key={word}>
          <b className="font-bold">Look twice:</b> “<Untrusted>{word}</Untrusted>” <bdi>{reason}</bdi>.
        </li>
      ))}
    </ul>
  );
}
