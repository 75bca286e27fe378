import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { evidenceLines } from "@/lib/signals/suggestions/evidence";
import type { Suggestion } from "@/lib/signals/suggestions/types";

/** The figures that support a suggestion, each with the page of its rows. */
export function EvidenceList({ suggestion }: { suggestion: Suggestion }) {
  return (
    <ul aria-label="Evidence" className="flex flex-col gap-0.5 text-sm">
      {evidenceLines(suggestion).map(({ says, href }) => (
        <li key={says} className="wrap-anywhere">
          {href === null ? (
            <Untrusted>{says}</Untrusted>
          ) : (
            <Link href={href} className="inline-flex min-h-6 items-center text-accent hover:underline">
              <Untrusted>{says}</Untrusted>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
