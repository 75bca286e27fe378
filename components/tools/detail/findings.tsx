import { OneFinding } from "@/components/tools/findings/one-finding";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { counted } from "@/components/words/counted";
import type { ProvenFinding } from "@/lib/calls/findings/types";

/** What in the definition makes agents fail, the most expensive first, with the refused calls that show it. */
export function Findings({ findings, mayMute }: { findings: readonly ProvenFinding[]; mayMute: boolean }) {
  const open = findings.filter(({ mute }) => mute === null);
  const muted = findings.filter(({ mute }) => mute !== null);
  return (
    <Section
      id="findings"
      title="Findings"
      description="What in the definition makes agents fail, and the refused calls of the last 14 days that show it."
      actions={
        <Link
          href="/docs/better-tools"
          className="inline-flex min-h-6 items-center text-sm text-accent hover:underline"
        >
          What they mean
        </Link>
      }
    >
      <Card flush>
        {open.length === 0 ? (
          <p className="px-4 py-3.5 text-sm text-fg-muted">
            Nothing found: types, required parameters and descriptions are all there.
          </p>
        ) : (
          <FindingItems findings={open} mayMute={mayMute} />
        )}
      </Card>
      {muted.length > 0 && (
        <details className="text-sm">
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-accent hover:underline max-sm:min-h-12">
            {counted(muted.length, "muted finding")}
          </summary>
          <div className="mt-1.5">
            <Card flush>
              <FindingItems findings={muted} mayMute={mayMute} />
            </Card>
          </div>
        </details>
      )}
      {open.length > 0 && (
        <p className="text-xs text-fg-muted">
          Fix these where the tool is defined; the gateway sends the new definition automatically.
        </p>
      )}
    </Section>
  );
}

function FindingItems({ findings, mayMute }: { findings: readonly ProvenFinding[]; mayMute: boolean }) {
  return (
    <ul>
      {findings.map((finding) => (
        <OneFinding key={`${finding.code} ${finding.pointer}`} finding={finding} mayMute={mayMute} />
      ))}
    </ul>
  );
}
