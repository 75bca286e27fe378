import { StatusMark } from "@/components/ui/badge";
import { PageHead, PageTabs } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { PolicyVersion } from "@/lib/policies/types";

const PARTS = [
  { part: "policies", href: "/policies", label: "Policies" },
  { part: "remembered", href: "/policies/remembered", label: "Remembered" },
  { part: "versions", href: "/policies/versions", label: "Versions" },
] as const;

type Newest = Pick<PolicyVersion, "version" | "savedBy" | "savedAt">;

/** Head of the page, with the version in force. */
export function PoliciesHead({
  newest,
  current,
}: {
  newest: Newest | null;
  current: (typeof PARTS)[number]["part"];
}) {
  return (
    <>
      <PageHead
        title="Policies"
        mark={
          newest ? (
            <StatusMark icon="check">{`Version ${newest.version.toLocaleString("en")} is in force`}</StatusMark>
          ) : (
            <StatusMark icon="minus">None saved</StatusMark>
          )
        }
        description={
          <>
            Policies decide which calls wait and who decides them. They apply to every tenant.
            {newest && (
              <>
                {" Saved "}
                <Time value={newest.savedAt} /> by <Untrusted>{newest.savedBy}</Untrusted>.
              </>
            )}
          </>
        }
      />
      <PageTabs
        label="Pages about policies"
        items={PARTS.map(({ part, href, label }) => ({ href, label, current: part === current }))}
      />
    </>
  );
}
