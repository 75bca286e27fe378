import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { Similar } from "@/lib/intents/types";

/** What the shown calls are like, and in how many ways it was said. */
export function SimilarNote({ similar, call }: { similar: Similar; call: string | undefined }) {
  const { sought, ways, by } = similar;
  if (sought === null)
    return (
      <p className="text-fg-muted text-sm">
        That call's rationale says nothing, or is no longer kept: there is nothing to compare.
      </p>
    );
  const calls = ways.reduce((sum, way) => sum + way.calls, 0);
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p>
        Calls that say nearly the same as{" "}
        <q>
          <Untrusted>{sought}</Untrusted>
        </q>
        {call !== undefined && (
          <>
            {" ("}
            <Link
              href={`/rationales/calls/${call}`}
              className="underline underline-offset-2 hover:text-accent"
            >
              the call
            </Link>
            {")"}
          </>
        )}
        .{" "}
        <span className="text-fg-muted">
          {ways.length === 0
            ? "No similar rationale was found. The worker reads a rationale about half a minute after its call."
            : `Said in ${counted(ways.length, "way")} by ${counted(calls, "call")} of all time, compared by ${by === "meaning" ? "meaning" : "their words"}.`}
        </span>
      </p>
      {ways.length > 0 && (
        <details>
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-fg-muted hover:text-fg max-sm:min-h-12">
            The ways it is said
          </summary>
          <ol className="flex flex-col gap-1">
            {ways.map((way) => (
              <li key={way.id} className="flex flex-wrap items-baseline gap-x-2">
                <span className="tnum w-10 text-right text-fg-muted">{Math.round(way.likeness * 100)} %</span>
                <code className="text-xs">
                  <Untrusted>{way.tool}</Untrusted>
                </code>
                <span className="min-w-0 flex-1">
                  <Untrusted>{way.text}</Untrusted>
                </span>
                <span className="tnum text-fg-muted">{counted(way.calls, "call")}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
