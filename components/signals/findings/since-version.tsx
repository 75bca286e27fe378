import { Link } from "@/components/ui/link";
import { counted } from "@/components/words/counts";
import { callList } from "@/lib/calls/log/list";
import type { ProvenFinding, VersionEffect, VersionFigures } from "@/lib/signals/findings/types";

type Tool = ProvenFinding["tool"];

/** Attempts before and after the newest version, each with its calls. */
export function SinceVersion({ tool, effect, gone }: { tool: Tool; effect: VersionEffect; gone: boolean }) {
  const { before, after } = effect;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <span className="text-fg-muted">
        {gone ? `Fixed in version ${after.version}.` : `Still there in version ${after.version}.`} Worked at
        the first try:
      </span>
      <Figures tool={tool} figures={before} />
      <span className="text-fg-muted">then</span>
      <Figures tool={tool} figures={after} />
    </p>
  );
}

function Figures({ tool, figures }: { tool: Tool; figures: VersionFigures }) {
  const { version, from, to, groups } = figures;
  if (groups === 0) return <span className="text-fg-muted">{`no attempt in version ${version}`}</span>;
  const calls = callList.link({
    tool: tool.name,
    provider: tool.provider,
    gateway: tool.gateway,
    since: from.toISOString(),
    until: to?.toISOString(),
  });
  return (
    <span className="tnum">
      {shareWords(figures)} of{" "}
      <Link href={calls} className="inline-flex min-h-6 items-center text-accent hover:underline">
        {`${counted(groups, "attempt")} in version ${version}`}
      </Link>
    </span>
  );
}

const percent = (share: number) => Math.round(100 * share);

/** "58 % (49 to 66)", or counts if there are too few for a share. */
function shareWords({ firstTry, share }: VersionFigures): string {
  if (!share) return `${firstTry.toLocaleString("en")} (too few for a share)`;
  return `${percent(share.share)} % (${percent(share.from)} to ${percent(share.to)})`;
}
