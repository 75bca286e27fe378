import { Card, Section } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { KEPT_WORDS } from "@/components/words/tenants";
import type { SettingHistory } from "@/lib/insights/types";
import { KEPT, type Kept, type Retention, type RetentionRun } from "@/lib/maintenance/retention/types";
import { ChangedBy } from "./history";
import { RetentionSetting } from "./retention-setting";

/** The retention of each kind of row, and the last deletion. */
export function RetentionSection({
  tenant,
  retention,
  lastRun,
  history,
}: {
  tenant: { id: string; key: string };
  retention: Retention;
  lastRun: RetentionRun | null;
  history: Partial<Record<Kept, SettingHistory>>;
}) {
  return (
    <Section
      id="retention"
      title="How long rows are kept"
      description="The worker deletes older rows and texts within a day, a few thousand at a time. They cannot be brought back, except from a backup made before. Activity is never deleted."
    >
      <Card flush>
        {KEPT.map((kept) => (
          <RetentionSetting
            key={kept}
            tenant={tenant.key}
            kept={kept}
            days={retention[kept]}
            history={<ChangedBy change={history[kept]} tenantId={tenant.id} />}
          />
        ))}
      </Card>
      <p className="text-sm text-fg-muted">
        {lastRun ? (
          <>
            Last deleted: {deletedWords(lastRun)}, <Time value={lastRun.finishedAt} form="relative" />
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
      const { one, many } = KEPT_WORDS[kept];
      return counted(run[kept], one, many);
    })
    .join(", ");
}
