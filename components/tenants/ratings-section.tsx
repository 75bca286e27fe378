import Link from "next/link";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Section } from "@/components/ui/page";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { RATINGS } from "@/components/words/tenants";
import { OVERRIDES_MAX, type RatableTool, type TenantOverride } from "@/lib/tools/types";
import { AddRating } from "./add-rating";
import { RatingTable } from "./rating-table";
import { RemoveRating } from "./remove-rating";
import type { RateTools } from "./use-rate";

/** What this tenant rates otherwise than all. */
export function RatingsSection({
  tenantId,
  overrides,
  tools,
  rate,
}: {
  tenantId: string;
  overrides: TenantOverride[];
  tools: RatableTool[];
  rate: RateTools;
}) {
  const add = tools.length > 0 && <AddRating tenantId={tenantId} tools={tools} rate={rate} />;
  return (
    <Section
      id="ratings"
      title={RATINGS.title}
      description={RATINGS.note}
      actions={overrides.length > 0 && add}
    >
      <Card flush>
        <RatingTable
          rows={overrides.map((row) => ({
            id: row.toolId,
            tool: <ToolName {...row} />,
            global: <RatingWords {...row.global} />,
            own: <RatingWords {...row.own} />,
            by: <Untrusted>{row.by ?? RATINGS.system}</Untrusted>,
            at: <Time value={row.at} form="relative" />,
            remove: (
              <RemoveRating
                tenantId={tenantId}
                toolId={row.toolId}
                name={`${row.provider} · ${row.name}`}
                seen={row.own}
                rate={rate}
              />
            ),
          }))}
          empty={
            <EmptyState icon="wrench" title={RATINGS.empty} action={add || undefined}>
              {tools.length > 0 ? RATINGS.emptyText : RATINGS.noTools}
            </EmptyState>
          }
        />
      </Card>
      {overrides.length >= OVERRIDES_MAX && (
        <p className="text-sm text-fg-muted">{RATINGS.more(OVERRIDES_MAX)}</p>
      )}
    </Section>
  );
}

function ToolName({ toolId, gateway, provider, name }: TenantOverride) {
  return (
    <span className="flex flex-col">
      <Link
        href={`/tools/${toolId}`}
        prefetch={false}
        className="inline-flex min-h-6 items-center hover:underline"
      >
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
      {risk === null ? <span className="text-fg-subtle">{RATINGS.asRated}</span> : <RiskMark risk={risk} />}
      {requiresConfirmation !== null && (
        <span className="text-xs text-fg-muted">{requiresConfirmation ? RATINGS.must : RATINGS.mustNot}</span>
      )}
    </span>
  );
}
