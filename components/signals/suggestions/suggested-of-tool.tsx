import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { counted } from "@/components/words/counts";
import { suggestionList } from "@/lib/signals/suggestions/list";
import type { Suggestion } from "@/lib/signals/suggestions/types";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { KIND_WORDS } from "./suggestion-words";

/** Links to suggestions on the tool's own page; empty without any. */
export function SuggestedOfTool({ tool, found }: { tool: ToolView; found: readonly Suggestion[] }) {
  if (found.length === 0) return null;
  const { provider, name, gateway } = tool;
  const kinds = [...new Set(found.map(({ kind }) => KIND_WORDS[kind]))].join(", ");
  return (
    <Section id="suggestions" title="Suggestions">
      <Card>
        <p className="text-sm">
          <Link
            href={suggestionList.link({ view: "open", provider, gateway: gateway.name, tool: name })}
            className="inline-flex min-h-6 items-center text-accent hover:underline"
          >
            {counted(found.length, "open suggestion")}
          </Link>
          : {kinds}.
        </p>
      </Card>
    </Section>
  );
}
