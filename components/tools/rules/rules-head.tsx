import { StatusMark } from "@/components/ui/badge";
import { PageHead, Section } from "@/components/ui/page";
import { VersionList } from "@/components/ui/rule-list/version-list";
import { counted } from "@/components/words/counts";
import { VERSIONS_KEPT } from "@/lib/core/versions";
import type { RuleVersion } from "@/lib/tools/by-rule/types";
import { ToolsTabs } from "../tools-tabs";

/** Head of the page, and whether rules are in force. */
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
        description="Rules rate tools that neither people nor their gateways rated."
        about={{
          what: "a rule",
          text: "Without a rule, such a tool is medium and a person decides on each of its calls. Rules read names, parameters and what servers claim. Servers name and describe their own tools: a rule may raise risk because of that; lowering it is your call.",
        }}
      />
      <ToolsTabs current="rules" />
    </>
  );
}

/** The versions of the rules. */
export function RuleVersions({ versions }: { versions: readonly RuleVersion[] }) {
  if (versions.length === 0) return null;
  return (
    <Section id="versions" title="Versions" description={`The newest ${VERSIONS_KEPT} are kept.`}>
      <VersionList
        versions={versions}
        holds={({ rules, active }) =>
          `${counted(rules.length, "rule")}, ${active ? "switched on" : "switched off"}`
        }
        editor={{ href: "/tools/rules", name: "editor" }}
      />
    </Section>
  );
}
