import { Link } from "@/components/ui/link";
import { CLASS_LOOKS } from "@/components/words/outcome-classes";
import type { Counted, Health } from "@/lib/signals/health/types";

const KINDS = ["caller", "tool", "extrinsic"] as const;

/** The log's filter for the calls in a tool's figures. */
export const whoseCalls = (tool: { provider: string }, { byProvider }: Counted): Record<string, string> =>
  byProvider ? { provider: tool.provider } : {};

/** The address of a tool's calls, since a day in UTC. */
export function callsSince(tool: string, since: string, rest: Record<string, string> = {}): string {
  return `/rationales?${new URLSearchParams({ tool, ...rest, since })}`;
}

type Part = { key: string; label: string; calls: number; href: string };

/** The causes of the failed calls, each with its rows. */
export function FailedBy({
  health,
  tool,
  since,
}: {
  health: Health & Counted;
  tool: { name: string; provider: string };
  since: string;
}) {
  const whose = whoseCalls(tool, health);
  const parts: Part[] = KINDS.filter((kind) => health[kind] > 0).map((kind) => ({
    key: kind,
    label: CLASS_LOOKS[kind].name,
    calls: health[kind],
    href: callsSince(tool.name, since, { ...whose, class: kind }),
  }));
  if (health.lowUtility > 0)
    parts.push({
      key: "low_utility",
      label: health.lowUtilityRepeated ? "Of little use" : "Of little use (not counted)",
      calls: health.lowUtility,
      href: callsSince(tool.name, since, { ...whose, outcome: "low_utility" }),
    });
  if (parts.length === 0 && !health.lowUtilityRepeated)
    return <span className="inline-flex min-h-6 items-center text-fg-muted">none</span>;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5">
      {parts.map(({ key, label, calls, href }) => (
        <Link key={key} href={href} className="inline-flex min-h-6 items-center text-accent hover:underline">
          {`${label}: ${calls.toLocaleString("en")}`}
        </Link>
      ))}
      {health.lowUtilityRepeated && (
        <span className="inline-flex min-h-6 items-center text-fg-muted">
          of little use, in several sessions
        </span>
      )}
    </span>
  );
}
