import { OneFinding } from "@/components/signals/findings/one-finding";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { counted } from "@/components/words/counts";
import type { ProvenFinding } from "@/lib/signals/findings/types";

/**
 * What in the definition makes agents fail, the most expensive first, with the calls that show it.
 */
export function Findings({ findings, mayMute }: { findings: readonly ProvenFinding[]; mayMute: boolean }) {
  const open = findings.filter(({ mute, gone }) => mute === null && !gone);
  const gone = findings.filter((finding) => finding.gone);
  const muted = findings.filter(({ mute }) => mute !== null);
  return (
    <Section
      id="findings"
      title="Findings"
      description="What in the definition makes agents fail, and the calls of the last 14 days that show it."
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
      <Folded
        title={`${counted(gone.length, "finding")} fixed in the newest version`}
        findings={gone}
        mayMute={mayMute}
      />
      <Folded title={counted(muted.length, "muted finding")} findings={muted} mayMute={mayMute} />
      {open.length > 0 && (
        <p className="text-xs text-fg-muted">
          Fix these where the tool is defined; the gateway sends the new definition automatically.
        </p>
      )}
    </Section>
  );
}

function Folded({ title, ...items }: { title: string } & Parameters<typeof FindingItems>[0]) {
  if (items.findings.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-accent hover:underline max-sm:min-h-12">
        {title}
      </summary>
      <div className="mt-1.5">
        <Card flush>
          <FindingItems {...items} />
        </Card>
      </div>
    </details>
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
