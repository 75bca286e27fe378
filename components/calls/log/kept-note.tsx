import { Untrusted } from "@/components/ui/text/untrusted";
import type { ShortKept } from "@/lib/maintenance/retention/types";

/** The part of the range that retention removed: figures still count it, search misses it. */
export function KeptNote({ kept }: { kept: readonly ShortKept[] }) {
  if (kept.length === 0) return null;
  return (
    <ul className="text-fg-muted text-sm">
      {kept.map((one) => (
        <li key={one.tenant}>
          <Untrusted>{one.tenant}</Untrusted>: {sentenceOf(one)}
        </li>
      ))}
    </ul>
  );
}

function sentenceOf({ calls, rationales }: ShortKept): string {
  const gone = calls === null ? "" : `calls are deleted after ${calls} days; the figures still count them.`;
  const mute =
    rationales === null
      ? ""
      : `rationales are removed ${rationales} days after the call arrived; the search does not find those.`;
  return gone && mute ? `${gone} Before that, ${mute}` : gone || mute;
}
