import { Link } from "@/components/ui/link";
import { Section } from "@/components/ui/page";
import { suggestionList } from "@/lib/signals/suggestions/list";
import type { Suggestion } from "@/lib/signals/suggestions/types";
import { EvidenceList } from "./evidence-list";

/** The suggestion an issue was made from: a person opened it, not an agent. */
export function FromSuggestion({ suggestion }: { suggestion: Suggestion }) {
  const { tool, state, kind } = suggestion;
  const list = { view: state, kind, provider: tool.provider, gateway: tool.gateway, tool: tool.name };
  return (
    <Section
      id="suggestion"
      title="From a suggestion"
      description="A person opened this issue from figures. No report of an agent is counted for it."
    >
      <EvidenceList suggestion={suggestion} />
      <p className="text-sm">
        <Link
          href={suggestionList.link(list)}
          className="inline-flex min-h-6 items-center text-accent hover:underline"
        >
          The suggestion
        </Link>
      </p>
    </Section>
  );
}
