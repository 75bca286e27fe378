import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { RiskWord } from "@/lib/core/risk";
import { shortId } from "./short-id";

/** Identifies a call in dialogs and toasts. */
export type NamedCall = { id: string; risk: RiskWord; headline: string };

/** A call by risk, sentence and short id, so that people act on the call they read. */
export function CallName({ call: { id, risk, headline } }: { call: NamedCall }) {
  return (
    <span className="flex min-w-0 items-start gap-2 text-fg text-sm">
      <RiskMark risk={risk} />
      <span data-headline className="min-w-0 grow font-medium wrap-anywhere">
        <Untrusted>{headline}</Untrusted>
      </span>
      <code className="shrink-0 text-fg-subtle text-xs leading-5">{shortId(id)}</code>
    </span>
  );
}

/** The calls of one bulk action, each by name. */
export function CallNames({ calls }: { calls: readonly NamedCall[] }) {
  const [only] = calls;
  if (only && calls.length === 1) return <CallName call={only} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <ul tabIndex={0} aria-label="Calls" className="flex max-h-48 flex-col gap-1.5 overflow-y-auto">
      {calls.map((call) => (
        <li key={call.id}>
          <CallName call={call} />
        </li>
      ))}
    </ul>
  );
}
