import "server-only";
import { sendAgain } from "@/lib/delivery/enqueue";
import type { OutcomeHook } from "@/lib/delivery/record";

/** Notes what came of messages to people, in the transaction that records their attempts. */
export const noteOutcome: OutcomeHook = {
  of: "people",
  follow: async (tx, settled) => {
    const rows = settled.map(({ deliveryId, tenantId, outcome, error, heldMs, message, remote }) => ({
      deliveryId,
      tenantId,
      outcome,
      error,
      heldMs,
      version: message?.version ?? 0,
      remote: remote ?? null,
    }));
    const changed = await tx.$queryRaw<{ deliveryId: string; isOld: boolean }[]>`
      update notifications n set
        state = case r.outcome when 'delivered' then 'sent' when 'withdrawn' then case when n.sent_version > 0 then 'sent' else 'withdrawn' end
                               when 'dead' then case when n.sent_version > 0 then 'sent' else 'failed' end
                               else n.state::text end::notification_state,
        -- That an update was not needed is no news of what was sent.
        reason = case when r."heldMs" is not null or r.outcome = 'withdrawn' and n.sent_version = 0 then r.error
                      when r.outcome = 'withdrawn' and n.sent_version > 0 or r.outcome = 'retry' and r.version = 0 then n.reason end,
        failure = case when r.outcome in ('delivered', 'withdrawn') and n.sent_version > 0 or r.outcome = 'delivered' then null
                       when r."heldMs" is not null or r.outcome = 'withdrawn' then n.failure
                       else r.error end,
        -- Once an attempt was made, nothing holds it any more.
        held_until = case when r."heldMs" is not null then clock_timestamp() + make_interval(secs => r."heldMs" / 1000.0)
                          when r.outcome = 'retry' and r.version = 0 or r.outcome = 'withdrawn' then n.held_until end,
        sent_version = case when r.outcome = 'delivered' then r.version else n.sent_version end,
        sent_at = case when r.outcome = 'delivered' then coalesce(n.sent_at, clock_timestamp()) else n.sent_at end,
        remote = case when r.outcome = 'delivered' then coalesce(r.remote, n.remote) else n.remote end,
        updated_at = clock_timestamp()
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(
        "deliveryId" uuid, "tenantId" uuid, outcome text, error text, "heldMs" float8, version int, remote jsonb)
      where n.tenant_id = r."tenantId" and n.delivery_id = r."deliveryId" and n.state in ('queued', 'sent')
      returning n.delivery_id as "deliveryId", r.outcome = 'delivered' and n.version > r.version as "isOld"`;
    // Decided while it was being sent: what was sent is out of date already.
    await sendAgain(tx, [
      ...new Set(changed.filter(({ isOld }) => isOld).map(({ deliveryId }) => deliveryId)),
    ]);
    return [];
  },
};
