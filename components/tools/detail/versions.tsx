import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { DefinitionChange, ToolVersionView } from "@/lib/tools/types";

const PART_WORDS: Record<DefinitionChange["part"], string> = {
  description: "Description",
  parameter: "Parameter",
  schema: "Input schema",
  output: "Output schema",
  annotation: "Claim",
};

const ASPECT_WORDS: Record<DefinitionChange["aspects"][number], string> = {
  type: "type",
  required: "whether it is required",
  description: "description",
  default: "default",
};

/**
 * The changes of each version, newest first; each links to its comparison with the previous one.
 */
export function VersionList({ id, versions }: { id: string; versions: readonly ToolVersionView[] }) {
  return (
    <Section id="list" title="Versions of the definition">
      <Card flush>
        <ol>
          {versions.map((one, index) => (
            <li
              key={one.version}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-border px-4 py-2.5 text-sm not-first:border-t"
            >
              <span className="font-medium">Version {one.version.toLocaleString("en")}</span>
              {index === 0 && <Badge>in use</Badge>}
              <span className="flex-1 text-fg-muted">
                <Time value={one.createdAt} />
              </span>
              {index < versions.length - 1 && (
                <Link
                  href={`/tools/${id}/versions?from=${versions[index + 1]?.version}&to=${one.version}`}
                  className="inline-flex min-h-6 items-center text-accent hover:underline"
                >
                  What version {one.version.toLocaleString("en")} changed
                </Link>
              )}
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}

/** Differences in words, those that affect calls first. */
export function Changes({ changes }: { changes: readonly DefinitionChange[] }) {
  if (changes.length === 0)
    return <p className="text-sm text-fg-muted">These two definitions are the same.</p>;
  return (
    <Card flush>
      <ul>
        {changes.map((change) => (
          <li
            key={`${change.part} ${change.name ?? ""}`}
            className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 border-border px-4 py-2.5 text-sm not-first:border-t"
          >
            <span className="font-medium">{`${PART_WORDS[change.part]} ${change.kind}`}</span>
            {change.name !== null && <Untrusted mono>{change.name}</Untrusted>}
            {change.aspects.length > 0 && (
              <span className="text-fg-muted">
                {change.aspects.map((aspect) => ASPECT_WORDS[aspect]).join(", ")}
              </span>
            )}
            {change.part !== "description" && <BeforeAfter change={change} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function BeforeAfter({ change: { before, after } }: { change: DefinitionChange }) {
  if (before === after) return null;
  return (
    <span className="basis-full text-xs text-fg-muted sm:basis-auto">
      {before !== null && (
        <del className="mono">
          <Untrusted>{before}</Untrusted>
        </del>
      )}
      {before !== null && after !== null && " → "}
      {after !== null && (
        <ins className="mono text-fg no-underline">
          <Untrusted>{after}</Untrusted>
        </ins>
      )}
    </span>
  );
}
