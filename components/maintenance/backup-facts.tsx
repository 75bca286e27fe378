import { StatusMark } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Card, DetailList, Section } from "@/components/ui/page";
import { Code } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { BackupStatus } from "@/lib/maintenance/backup/types";

const MIB = 1_048_576;

/** Whether backups are scheduled, and the results of the last ones. */
export function BackupFacts({ status, command }: { status: BackupStatus; command: string }) {
  const { everyHours, dir, keep, lastMade } = status;
  return (
    <Section
      id="backups"
      title="Backups"
      description="A backup holds the whole database at one moment, even if rows change while it runs. Keep AUTH_SECRET with it: Countersign needs it to read signing secrets."
      actions={
        <StatusMark icon={everyHours === null ? "ban" : "check-circle"} strong>
          {everyHours === null ? "Not planned" : `Every ${everyHours} h`}
        </StatusMark>
      }
    >
      <BackupTrouble status={status} />
      <Card>
        <DetailList
          items={[
            { term: "Last backup", value: lastMade ? <LastMade made={lastMade} /> : "None yet" },
            { term: "Folder", value: <Untrusted mono>{dir}</Untrusted> },
            {
              term: "Plan",
              value:
                everyHours === null ? (
                  <>
                    None. Set <Code>BACKUP_EVERY_HOURS=24</Code> and start Countersign again; or run{" "}
                    <Code>{command} backup FILE</Code>.
                  </>
                ) : (
                  `Every ${everyHours} hours, the newest ${keep} stay`
                ),
            },
          ]}
        />
      </Card>
    </Section>
  );
}

function BackupTrouble({ status: { lastFailure, overdue } }: { status: BackupStatus }) {
  if (lastFailure)
    return (
      <Banner tone="problem" title="The last backup failed">
        <Time value={lastFailure.at} />: <Untrusted>{lastFailure.error}</Untrusted>
      </Banner>
    );
  if (!overdue) return null;
  return (
    <Banner tone="problem" title="Backups are overdue">
      There has been none for twice the planned time. Check that a worker runs.
    </Banner>
  );
}

function LastMade({ made }: { made: NonNullable<BackupStatus["lastMade"]> }) {
  return (
    <>
      <Time value={made.at} />, {made.rows.toLocaleString("en")} rows,{" "}
      {Math.max(0.1, made.bytes / MIB).toFixed(1)} MiB, by {made.by}: <Untrusted mono>{made.file}</Untrusted>
    </>
  );
}
