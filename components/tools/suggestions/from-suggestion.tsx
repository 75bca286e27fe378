import { Link } from "@/components/ui/link";
import { Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { evidenceLines } from "@/lib/calls/suggestions/evidence";
import { suggestionList } from "@/lib/calls/suggestions/list";
import type { Suggestion } from "@/lib/calls/suggestions/types";

const LINK = "inline-flex min-h-6 items-center text-accent hover:underline";

/** What an issue was made of that a person opened: no agent reported it. */
export function FromSuggestion({ suggestion }: { suggestion: Suggestion }) {
  const { tool, state, kind } = suggestion;
  const list = { view: state, kind, provider: tool.provider, gateway: tool.gateway, tool: tool.name };
  return (
    <Section
      id="suggestion"
      title="From a suggestion"
      description="A person opened this issue from figures. No report of an agent is counted for it."
    >
      <ul className="flex flex-col gap-0.5 text-sm">
        {evidenceLines(suggestion).map(({ says, href }) => (
          <li key={says} className="wrap-anywhere">
            {href === null ? (
              <Untrusted>{says}</Untrusted>
            ) : (
              <Link href={href} className={LINK}>
                <Untrusted>{says}</Untrusted>
              </Link>
            )}
          </li>
        ))}
      </ul>
      <p className="text-sm">
        <Link href={suggestionList.link(list)} className={LINK}>
          The suggestion
        </Link>
      </p>
    </Section>
  );
}
