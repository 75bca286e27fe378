import { StatusMark } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Card, PageHead, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counted";
import { VERSIONS_KEPT } from "@/lib/core/versions";
import type { RuleVersion } from "@/lib/tools/by-rule/types";
import { ToolsTabs } from "../tools-tabs";

/** What the page is, and whether rules are in force. */
export function RulesHead({ newest }: { newest: RuleVersion | null }) {
  return (
    <>
      <PageHead
        crumbs={[{ href: "/tools", label: "Tools" }]}
        title="Rules for unrated tools"
        mark={
          newest?.active ? (
            <StatusMark icon="check">Switched on</StatusMark>
          ) : (
            <StatusMark icon="ban">{newest ? "Switched off" : "Never switched on"}</StatusMark>
          )
        }
        description="A tool that neither people nor its gateway rated is medium, and a person decides on each of its calls. Rules rate such tools by their names, their parameters and what their servers claim. A server chooses its names and claims itself: they are a reason to guard more, and only you decide whether they are one to guard less."
      />
      <ToolsTabs current="rules" />
    </>
  );
}

/** Every version that was saved; each can be loaded into the editor. */
export function RuleVersions({ versions, mayLoad }: { versions: readonly RuleVersion[]; mayLoad: boolean }) {
  if (versions.length === 0) return null;
  return (
    <Section id="versions" title="Versions" description={`The newest ${VERSIONS_KEPT} are kept.`}>
      <Card flush>
        <ol>
          {versions.map(({ version, rules, active, savedAt, savedBy }, index) => (
            <li
              key={version}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-border px-4 py-2 text-sm not-first:border-t"
            >
              <span className="font-medium">Version {version.toLocaleString("en")}</span>
              <span className="flex-1 text-xs text-fg-muted">
                {counted(rules.length, "rule")}, {active ? "switched on" : "switched off"} ·{" "}
                <Time value={savedAt} /> by <Untrusted>{savedBy}</Untrusted>
              </span>
              {mayLoad && index > 0 && (
                <Link
                  href={`/tools/rules?version=${version}`}
                  aria-label={`Load version ${version} into the editor`}
                  className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12"
                >
                  Load
                </Link>
              )}
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}
