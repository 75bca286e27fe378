import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Card } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { GroupListed } from "@/lib/auth/groups/types";

type Row = GroupListed & { policies: readonly string[] };

// The group's page lists the rest.
const POLICIES_SHOWN = 3;

/** Groups by name, with the number of members and the policies that name them. */
export function GroupList({ rows, create }: { rows: readonly Row[]; create: ReactNode }) {
  return (
    <Card flush>
      {rows.length === 0 ? (
        <EmptyState icon="users" title="No groups" action={create}>
          Make one to let a policy leave calls to several people, and change who they are without changing the
          policy.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-border">
          {rows.map((row) => (
            <GroupRow key={row.name} row={row} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function GroupRow({ row: { name, description, members, policies } }: { row: Row }) {
  return (
    <li data-row className="flex flex-wrap items-start gap-x-4 gap-y-1 px-3.5 py-(--row-pad)">
      <div className="flex min-w-0 flex-1 basis-60 flex-col">
        <Link
          href={`/settings/groups/${name}`}
          data-key="row"
          className="inline-flex min-h-6 items-center self-start text-sm font-medium wrap-anywhere hover:underline max-sm:min-h-12"
        >
          {name}
        </Link>
        {description !== "" && (
          <p className="text-xs text-fg-muted wrap-anywhere">
            <Untrusted>{description}</Untrusted>
          </p>
        )}
        {policies.length > 0 && (
          <p className="text-xs text-fg-muted wrap-anywhere">
            Named by <Untrusted>{shown(policies)}</Untrusted>
          </p>
        )}
      </div>
      <span className="text-sm text-fg-muted">
        {members === 0 ? "No members" : counted(members, "person", "people")}
      </span>
    </li>
  );
}

function shown(policies: readonly string[]): string {
  const some = policies.slice(0, POLICIES_SHOWN).join(", ");
  const others = policies.length - POLICIES_SHOWN;
  return others > 0 ? `${some} and ${others.toLocaleString("en")} more` : some;
}
