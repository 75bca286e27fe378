import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/page";
import { changeWords } from "@/components/ui/rule-list/changes";
import { VersionList } from "@/components/ui/rule-list/version-list";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { VERSIONS_KEPT } from "@/lib/core/versions";
import type { PolicyHistory } from "@/lib/policies/types";

// A version that replaced everything may name a thousand policies.
const NAMES_OF_A_VERSION = 20;

/** The versions of the policies, with what each changed. */
export function PolicyVersions({ versions }: { versions: readonly PolicyHistory[] }) {
  return (
    <Section
      id="versions"
      title="Versions"
      description={`The newest ${VERSIONS_KEPT} are kept. An earlier one is loaded into the list, previewed and saved like any other change.`}
    >
      <VersionList
        versions={versions}
        holds={({ policies }, isNewest) =>
          `${counted(policies, "policy", "policies")}${isNewest ? ", in force" : ""}`
        }
        changes={({ changes }) => <Changes of={changes} />}
        editor={{ href: "/policies", name: "list" }}
        empty={
          <EmptyState icon="clock" title="Nothing was saved yet">
            Each time the policies are saved, a version of them is kept here.
          </EmptyState>
        }
      />
    </Section>
  );
}

function Changes({ of }: { of: PolicyHistory["changes"] }) {
  if (of === null) return "what it changed is not kept";
  const words = changeWords(of, NAMES_OF_A_VERSION);
  return words === null ? "the same as before" : <Untrusted>{words}</Untrusted>;
}
