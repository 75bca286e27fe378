import { Card, Section } from "@/components/ui/page";
import { counted } from "@/components/words/counts";
import { countedTo } from "@/components/words/tenants";
import { type Blockers, REMOVAL_COUNT_CAP, type RemovalPreview } from "@/lib/maintenance/removal/types";
import { CancelPendingButton, DeleteTenant, EndGrantsButton } from "./danger-controls";

const BLOCKERS: Record<keyof Blockers, (n: number) => string> = {
  pending: (n) => `${counted(n, "call waits", "calls wait")} for a decision`,
  awaiting: (n) => `${counted(n, "approved call has", "approved calls have")} not started`,
  executing: (n) => `${counted(n, "call is", "calls are")} running`,
  untold: (n) => `${counted(n, "callback is", "callbacks are")} still queued for gateways`,
};
const NAMES = ["pending", "awaiting", "executing", "untold"] as const;
const link =
  "inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline max-sm:min-h-12";

/** Deletes a tenant: what is removed, what stays, and what has to end first. */
export function DangerSection({
  tenant,
  preview,
  mayDelete,
}: {
  tenant: string;
  preview: RemovalPreview;
  /** Whether the viewer administers all tenants. */
  mayDelete: boolean;
}) {
  const { blockers } = preview;
  const inTheWay = NAMES.filter((name) => blockers[name] > 0);
  const calls = countedTo(REMOVAL_COUNT_CAP, preview.calls, "call", "calls");
  const approvals = countedTo(REMOVAL_COUNT_CAP, preview.approvals, "approval", "approvals");
  const reports = countedTo(REMOVAL_COUNT_CAP, preview.feedback, "report", "reports");
  const key = encodeURIComponent(tenant);
  return (
    <Section id="danger" title="Delete this tenant">
      <Card className="border-risk-high/40">
        <div className="flex flex-col gap-3 text-sm">
          <p>
            Deleting the tenant also deletes {calls}, {approvals} and {reports}, its ratings and its settings.
            Gateways and people stay, but they no longer act for it or see it. This cannot be undone.
          </p>
          <p>Its activity log stays, unbroken, for administrators of all tenants.</p>
          <p className="flex flex-wrap items-center gap-x-4">
            <span className="font-medium">Export what you need first:</span>
            <a className={link} href={`/api/v1/audit?tenant=${key}&format=ndjson`} download>
              All calls (NDJSON)
            </a>
            <a className={link} href={`/activity/export?tenant=${key}&format=ndjson`} download>
              Activity (verifiable NDJSON)
            </a>
          </p>
          {inTheWay.length > 0 && (
            <div className="rounded-control bg-sunken px-3 py-2">
              <p className="font-medium">It cannot be deleted yet:</p>
              <ul className="list-disc pl-5">
                {inTheWay.map((name) => (
                  <li key={name}>{BLOCKERS[name](blockers[name])}</li>
                ))}
              </ul>
            </div>
          )}
          <div className="flex flex-wrap items-center gap-2">
            {blockers.pending > 0 && <CancelPendingButton tenant={tenant} pending={blockers.pending} />}
            {preview.grants > 0 && <EndGrantsButton tenant={tenant} grants={preview.grants} />}
            {mayDelete && inTheWay.length === 0 && <DeleteTenant tenant={tenant} />}
            {!mayDelete && (
              <p className="text-fg-muted">Only administrators of all tenants can delete a tenant.</p>
            )}
          </div>
        </div>
      </Card>
    </Section>
  );
}
