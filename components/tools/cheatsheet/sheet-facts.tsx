import { Avatar } from "@/components/ui/avatar";
import { Link } from "@/components/ui/link";
import { Card, DetailList, Section } from "@/components/ui/page";
import { TabLinks } from "@/components/ui/tab-links";
import { Code } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { kib } from "@/components/words/cheatsheets";
import type { ProviderSheets, SheetView } from "@/lib/tools/cheatsheet/types";
import { KEPT_VERSIONS } from "@/lib/tools/cheatsheet/types";
import { sheetHref } from "./providers";

/** The shared cheatsheet and one per gateway, if there are several. */
export function SheetTabs({ provider, gateway }: { provider: ProviderSheets; gateway: string | null }) {
  const names = [
    ...new Set([...provider.gateways, ...provider.sheets.flatMap((sheet) => sheet.gateway ?? [])]),
  ];
  if (names.length === 0) return null;
  return (
    <TabLinks
      label="Whose cheatsheet"
      items={[null, ...names].map((name) => ({
        href: sheetHref(provider.provider, name),
        label: name === null ? "Shared by all gateways" : `Only for ${name}`,
        current: name === gateway,
      }))}
    />
  );
}

export function PublishedFacts({ sheet: { published } }: { sheet: SheetView }) {
  if (!published) return <p className="text-sm text-fg-muted">Not published yet</p>;
  return (
    <DetailList
      items={[
        {
          term: "Published",
          value: (
            <>
              Version {published.version.toLocaleString("en")}, <Time value={published.updatedAt} /> by{" "}
              <Untrusted>{published.updatedBy}</Untrusted>
            </>
          ),
        },
        { term: "Size", value: kib(published.bytes) },
        { term: "ETag", value: <Code className="mono">{published.etag}</Code> },
      ]}
    />
  );
}

/** Earlier texts; each can be loaded into the editor. */
export function SheetVersions({ sheet, mayWrite }: { sheet: SheetView; mayWrite: boolean }) {
  if (sheet.versions.length < 2) return null;
  return (
    <Section id="versions" title="Published texts" description={`The newest ${KEPT_VERSIONS} are kept.`}>
      <Card flush>
        <ol>
          {sheet.versions.map((one) => (
            <li
              key={one.version}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-border px-4 py-2 text-sm not-first:border-t"
            >
              <span className="font-medium">Version {one.version.toLocaleString("en")}</span>
              <Avatar name={one.publishedBy} size="sm" />
              <span className="flex-1 text-xs text-fg-muted">
                {kib(one.bytes)} · <Time value={one.publishedAt} /> by{" "}
                <Untrusted>{one.publishedBy}</Untrusted>
              </span>
              {mayWrite && one.version !== sheet.published?.version && (
                <Link
                  href={`${sheetHref(sheet.provider, sheet.gateway)}${sheet.gateway === null ? "?" : "&"}version=${one.version}`}
                  aria-label={`Load version ${one.version} into the editor`}
                  className="inline-flex min-h-6 items-center text-accent hover:underline"
                >
                  Show
                </Link>
              )}
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}
