import { Card, Section } from "@/components/ui/page";
import { DANGER } from "@/components/words/tenants";
import { type Blockers, REMOVAL_COUNT_CAP, type RemovalPreview } from "@/lib/maintenance/removal/types";
import { type CancelPending, CancelPendingButton, DeleteTenant, type RemoveTenant } from "./danger-controls";

const NAMES: readonly (keyof Blockers)[] = ["pending", "awaiting", "executing", "untold"];
const link =
  "inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline max-sm:min-h-12";

/** Deleting a tenant: what goes, what stays, and what stands against it. */
export function DangerSection({
  tenant,
  preview,
  mayDelete,
  cancelPending,
  remove,
}: {
  tenant: string;
  preview: RemovalPreview;
  /** Whether the viewer administers all tenants. */
  mayDelete: boolean;
  cancelPending: CancelPending;
  remove: RemoveTenant;
}) {
  const { blockers } = preview;
  const inTheWay = NAMES.filter((name) => blockers[name] > 0);
  const counted = (name: keyof typeof DANGER.counts) => DANGER.counts[name](preview[name], REMOVAL_COUNT_CAP);
  const key = encodeURIComponent(tenant);
  return (
    <Section id="danger" title={DANGER.title}>
      <Card className="border-risk-high/40">
        <div className="flex flex-col gap-3 text-sm">
          <p>{DANGER.gone(DANGER.parts(counted("calls"), counted("approvals"), counted("feedback")))}</p>
          <p>{DANGER.stays}</p>
          <p className="flex flex-wrap items-center gap-x-4">
            <span className="font-medium">{DANGER.exportFirst}</span>
            <a className={link} href={`/api/v1/audit?tenant=${key}&format=ndjson`} download>
              {DANGER.exportCalls}
            </a>
            <a className={link} href={`/activity/export?tenant=${key}&format=ndjson`} download>
              {DANGER.exportTrail}
            </a>
          </p>
          {inTheWay.length > 0 && (
            <div className="rounded-control bg-sunken px-3 py-2">
              <p className="font-medium">{DANGER.blocked}</p>
              <ul className="list-disc pl-5">
                {inTheWay.map((name) => (
                  <li key={name}>{DANGER.blockers[name](blockers[name])}</li>
                ))}
              </ul>
            </div>
          )}
          <div className="flex flex-wrap items-center gap-2">
            {blockers.pending > 0 && (
              <CancelPendingButton tenant={tenant} pending={blockers.pending} cancelPending={cancelPending} />
            )}
            {mayDelete && inTheWay.length === 0 && <DeleteTenant tenant={tenant} remove={remove} />}
            {!mayDelete && <p className="text-fg-muted">{DANGER.notAll}</p>}
          </div>
        </div>
      </Card>
    </Section>
  );
}
