import { PageTabs } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { shareWords } from "@/components/words/intents";
import type { MeaningShare, ShareKind } from "@/lib/intents/types";

const KINDS: Record<ShareKind, string> = {
  agent: "Agents",
  model: "Models",
  gateway: "Gateways",
  tool: "Tools",
  day: "Days",
};

/** Whose rationales are usable. `href`: the page for another kind. */
export function Shares({
  by,
  shares,
  href,
}: {
  by: ShareKind;
  shares: readonly MeaningShare[];
  href: (by: ShareKind) => string;
}) {
  return (
    <>
      <PageTabs
        label="Group by"
        items={(Object.keys(KINDS) as ShareKind[]).map((kind) => ({
          href: href(kind),
          label: KINDS[kind],
          current: kind === by,
        }))}
      />
      {shares.length === 0 ? (
        <p className="text-sm text-fg-muted">Nothing was said in the last 30 days.</p>
      ) : (
        <ul aria-label={`Share that says something, by ${by}`} className="flex flex-col gap-1">
          {shares.map(({ name, calls, meaningful }) => (
            <li key={name} className="flex flex-wrap items-baseline gap-x-3 text-sm">
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                {name === "" ? (
                  <span className="text-fg-muted">not said</span>
                ) : (
                  <Untrusted>{name}</Untrusted>
                )}
              </span>
              <span className="tnum font-medium">{shareWords(meaningful, calls)}</span>
              <span className="tnum text-xs text-fg-muted">of {counted(calls, "call")}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
