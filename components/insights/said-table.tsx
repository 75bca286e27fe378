import { StatusMark } from "@/components/ui/badge";
import { shareText } from "@/components/ui/chart/shares";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { MEANING_LINE } from "@/components/words/insights";
import { meaningShare } from "@/lib/insights/signals/rules";
import { MEANING } from "@/lib/insights/signals/types";
import type { SaidFigures } from "@/lib/intents/types";

/** Whose rationales are usable, most calls first. */
export function SaidTable({
  label,
  head,
  rows,
  href,
}: {
  label: string;
  head: string;
  rows: readonly (SaidFigures & { name: string })[];
  /** The address of a name's calls. */
  href: (name: string) => string;
}) {
  return (
    <section
      aria-label={label}
      className="min-w-0 overflow-x-auto rounded-card border border-border bg-surface"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{label}</caption>
        <thead className="bg-sunken text-2xs text-fg-muted">
          <tr>
            <th scope="col" className="px-3.5 py-2 text-left font-medium">
              {head}
            </th>
            <th scope="col" className="px-3.5 py-2 text-right font-medium">
              Meaningful
            </th>
            <th scope="col" className="px-3.5 py-2 text-right font-medium">
              Calls
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-t border-border">
              <th scope="row" className="px-3.5 py-1.5 text-left font-normal wrap-anywhere">
                {row.name === "" ? (
                  <span className="text-fg-muted">not said</span>
                ) : (
                  <Link
                    href={href(row.name)}
                    className="inline-flex min-h-6 items-center underline-offset-2 hover:underline max-sm:min-h-12"
                  >
                    <Untrusted>{row.name}</Untrusted>
                  </Link>
                )}
              </th>
              <td className="tnum px-3.5 py-1.5 text-right font-medium">
                {isUnderLine(row) && (
                  <span className="mr-2 inline-flex">
                    <StatusMark icon="flag" strong>
                      below {MEANING_LINE}
                    </StatusMark>
                  </span>
                )}
                {shareOf(row)}
              </td>
              <td className="tnum px-3.5 py-1.5 text-right text-fg-muted">
                {(row.read + row.missing).toLocaleString("en")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Whether these calls alone would be a reason to regret, from as many calls on. */
function isUnderLine(figures: SaidFigures): boolean {
  const share = meaningShare(figures);
  return share !== null && figures.read + figures.missing >= MEANING.callsMin && share < MEANING.shareMin;
}

function shareOf(figures: SaidFigures): string {
  const share = meaningShare(figures);
  return share === null ? "none yet" : shareText(share);
}
