import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { OVERRIDES_MAX, type RatableTool, type TenantOverride } from "@/lib/tools/types";
import { AddRating } from "./add-rating";
import { RatingTable } from "./rating-table";
import { RemoveRating } from "./remove-rating";

export function RatingsSection({
  tenantId,
  overrides,
  tools,
}: {
  tenantId: string;
  overrides: TenantOverride[];
  tools: RatableTool[];
}) {
  const add = tools.length > 0 && <AddRating tenantId={tenantId} tools={tools} />;
  return (
    <Section
      id="ratings"
      title="This tenant's own ratings"
      description="They come before the ratings for all tenants and may raise or lower the risk. Calls that already wait keep the risk they came with."
      actions={overrides.length > 0 && add}
    >
      <Card flush>
        <RatingTable
          rows={overrides.map((row) => ({
            id: row.toolId,
            tool: <ToolName {...row} />,
            global: <RatingWords {...row.global} />,
            own: <RatingWords {...row.own} />,
            by: <Untrusted>{row.by ?? "Command line"}</Untrusted>,
            at: <Time value={row.at} form="relative" />,
            remove: (
              <RemoveRating
                tenantId={tenantId}
                toolId={row.toolId}
                name={`${row.provider} · ${row.name}`}
                seen={row.own}
              />
            ),
          }))}
          empty={
            <EmptyState icon="wrench" title="No ratings for this tenant" action={add || undefined}>
              {tools.length > 0
                ? "The ratings for all tenants apply. Add one where this tenant has to be stricter, or may be less strict."
                : "No gateway that serves this tenant has published tools yet."}
            </EmptyState>
          }
        />
      </Card>
      {overrides.length >= OVERRIDES_MAX && (
        <p className="text-sm text-fg-muted">
          Only the first {OVERRIDES_MAX} are shown. Find the others on the Tools page.
        </p>
      )}
    </Section>
  );
}

function ToolName({ toolId, gateway, provider, name }: TenantOverride) {
  return (
    <span className="flex flex-col">
      <Link href={`/tools/${toolId}/rating`} className="inline-flex min-h-6 items-center hover:underline">
        <Untrusted mono>{`${provider} · ${name}`}</Untrusted>
      </Link>
      <span className="text-xs text-fg-subtle">
        <Untrusted>{gateway}</Untrusted>
      </span>
    </span>
  );
}

function RatingWords({ risk, requiresConfirmation }: TenantOverride["own"]) {
  return (
    <span className="flex flex-col items-start gap-0.5">
      {risk === null ? (
        <span className="text-fg-subtle">As rated for all tenants</span>
      ) : (
        <RiskMark risk={risk} />
      )}
      {requiresConfirmation !== null && (
        <span className="text-xs text-fg-muted">
          {requiresConfirmation ? "a person confirms" : "no confirmation"}
        </span>
      )}
    </span>
  );
}
