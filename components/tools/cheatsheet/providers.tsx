import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Card } from "@/components/ui/page";
import { Code } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { kib } from "@/components/words/cheatsheets";
import { counted } from "@/components/words/counts";
import { revealedText } from "@/lib/core/text/reveal";
import type { ProviderSheets, SheetHead } from "@/lib/tools/cheatsheet/types";

/** The editor's address for a provider's shared cheatsheet, or one gateway's. */
export function sheetHref(provider: string, gateway: string | null): string {
  const base = `/tools/cheatsheets/${encodeURIComponent(provider)}`;
  return gateway === null ? base : `${base}?gateway=${encodeURIComponent(gateway)}`;
}

export function Providers({
  providers,
  mayWrite,
}: {
  providers: readonly ProviderSheets[];
  mayWrite: boolean;
}) {
  if (providers.length === 0)
    return (
      <Card flush>
        <EmptyState icon="plug" title="No provider yet">
          Providers appear here once a gateway lists their tools.
        </EmptyState>
      </Card>
    );
  return (
    <Card flush>
      <table className="w-full text-sm">
        <caption className="sr-only">Providers and their cheatsheets</caption>
        <thead className="text-left text-2xs text-fg-subtle max-sm:sr-only">
          <tr className="[&>th]:px-3.5 [&>th]:py-2 [&>th]:font-medium">
            <th scope="col">Provider</th>
            <th scope="col">Tools</th>
            <th scope="col">Cheatsheet</th>
          </tr>
        </thead>
        <tbody>
          {providers.map((one) => (
            <tr
              key={one.provider}
              data-row={one.provider}
              className="border-t border-border align-top max-sm:flex max-sm:flex-wrap [&>*]:px-3.5 [&>*]:py-2.5"
            >
              <th scope="row" className="text-left font-medium">
                <Link
                  href={sheetHref(one.provider, one.sheets[0]?.gateway ?? null)}
                  data-key="row"
                  className="mono inline-flex min-h-6 items-center underline-offset-2 hover:underline"
                >
                  <Untrusted mono>{one.provider}</Untrusted>
                </Link>
              </th>
              <td className="tnum">
                <Link
                  href={`/tools?provider=${encodeURIComponent(one.provider)}`}
                  className="inline-flex min-h-6 items-center text-fg-muted underline-offset-2 hover:underline"
                >
                  {counted(one.tools, "tool")}
                </Link>
              </td>
              <td className="max-sm:basis-full">
                <Sheets provider={one} mayWrite={mayWrite} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Sheets({
  provider: { provider, sheets },
  mayWrite,
}: {
  provider: ProviderSheets;
  mayWrite: boolean;
}) {
  if (sheets.length > 0)
    return (
      <ul className="flex flex-col gap-1.5">
        {sheets.map((sheet) => (
          <li key={sheet.gateway ?? ""}>
            <Sheet provider={provider} sheet={sheet} />
          </li>
        ))}
      </ul>
    );
  if (!mayWrite) return <span className="text-fg-subtle">None yet</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2.5">
      <span className="text-fg-subtle">None yet</span>
      <Link
        href={sheetHref(provider, null)}
        aria-label={`Write the cheatsheet of ${revealedText(provider)}`}
        className="inline-flex min-h-6 items-center text-accent hover:underline"
      >
        Write one
      </Link>
    </span>
  );
}

function Sheet({ provider, sheet }: { provider: string; sheet: SheetHead }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
      <Link
        href={sheetHref(provider, sheet.gateway)}
        className="inline-flex min-h-6 items-center underline-offset-2 hover:underline"
      >
        <Untrusted>
          {sheet.gateway === null ? "Shared by all gateways" : `Only for ${sheet.gateway}`}
        </Untrusted>
      </Link>
      <span className="text-xs text-fg-muted">
        {kib(sheet.bytes)} · <Code className="mono text-2xs">{sheet.etag.slice(0, 9)}…</Code> ·{" "}
        <Time value={sheet.updatedAt} form="relative" /> by <Untrusted>{sheet.updatedBy}</Untrusted>
      </span>
    </span>
  );
}
