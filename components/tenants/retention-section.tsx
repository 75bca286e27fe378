import { Card, Section } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { RETENTION } from "@/components/words/tenants";
import type { SettingHistory } from "@/lib/insights/types";
import { KEPT, type Kept, type Retention, type RetentionRun } from "@/lib/maintenance/retention/types";
import { ChangedBy } from "./history";
import { type CountOld, RetentionSetting } from "./retention-setting";

/** For how long each kind of row is kept, and what was deleted last. */
export function RetentionSection({
  tenant,
  retention,
  lastRun,
  history,
  save,
  count,
}: {
  tenant: { id: string; key: string };
  retention: Retention;
  lastRun: RetentionRun | null;
  history: Partial<Record<Kept, SettingHistory>>;
  save: (input: object) => Promise<Awaited<ReturnType<CountOld>> | { ok: true }>;
  count: CountOld;
}) {
  return (
    <Section
      id="retention"
      title="How long rows are kept"
      description="What is older is deleted by the worker, some thousands at a time, within a day. It cannot be brought back. Activity is never deleted."
    >
      <Card flush>
        {KEPT.map((kept) => (
          <RetentionSetting
            key={kept}
            tenant={tenant.key}
            kept={kept}
            days={retention[kept]}
            history={<ChangedBy change={history[kept]} tenantId={tenant.id} />}
            save={save}
            count={count}
          />
        ))}
      </Card>
      <p className="text-sm text-fg-muted">
        {lastRun ? (
          <>
            Last deleted: {`${deletedWords(lastRun)},`} <Time value={lastRun.finishedAt} form="relative" />
          </>
        ) : (
          "Nothing was deleted in the last 90 days."
        )}
      </p>
    </Section>
  );
}

function deletedWords(run: RetentionRun): string {
  return KEPT.filter((kept) => run[kept] > 0)
    .map((kept) => {
      const { one, many } = RETENTION.kinds[kept];
      return `${run[kept].toLocaleString("en")} ${run[kept] === 1 ? one : many}`;
    })
    .join(", ");
}
