import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counted";
import { changeWords } from "@/components/words/policies";
import { POLICY_VERSIONS_KEPT, type PolicyHistory } from "@/lib/policies/types";

// A version that replaced everything may name a thousand.
const NAMES_OF_A_VERSION = 20;

/** Every version that is kept, with what it changed; each can be loaded into the editor. */
export function VersionList({ versions }: { versions: readonly PolicyHistory[] }) {
  return (
    <Section
      id="versions"
      title="Versions"
      description={`The newest ${POLICY_VERSIONS_KEPT} are kept. An earlier one is loaded into the list, previewed and saved like any other change.`}
    >
      <Card flush>
        {versions.length === 0 && (
          <EmptyState icon="clock" title="Nothing was saved yet">
            Each time the policies are saved, a version of them is kept here.
          </EmptyState>
        )}
        <ol>
          {versions.map((one, index) => (
            <li key={one.version} className="border-border not-first:border-t">
              <VersionRow {...one} inForce={index === 0} />
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}

function VersionRow({
  version,
  policies,
  changes,
  savedAt,
  savedBy,
  inForce,
}: PolicyHistory & { inForce: boolean }) {
  const words = changes && changeWords(changes, NAMES_OF_A_VERSION);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p>
          <span className="font-medium">{`Version ${version.toLocaleString("en")}`}</span>
          <span className="text-fg-muted">
            {` · ${counted(policies, "policy", "policies")}${inForce ? ", in force" : ""}`}
          </span>
        </p>
        <p className="text-fg-muted wrap-anywhere">
          {words ? (
            <Untrusted>{words}</Untrusted>
          ) : changes ? (
            "the same as before"
          ) : (
            "what it changed is not kept"
          )}
        </p>
      </div>
      <span className="text-xs text-fg-muted">
        <Time value={savedAt} /> by <Untrusted>{savedBy}</Untrusted>
      </span>
      {!inForce && (
        <Link
          href={`/policies?version=${version}`}
          aria-label={`Load version ${version} into the list`}
          className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12"
        >
          Load
        </Link>
      )}
    </div>
  );
}
