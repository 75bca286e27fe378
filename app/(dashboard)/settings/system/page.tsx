import type { Metadata } from "next";
import { BackupFacts } from "@/components/maintenance/backup-facts";
import { ClientFacts } from "@/components/maintenance/client-facts";
import { ReceiptKeyFacts } from "@/components/maintenance/receipt-key-facts";
import { VersionFacts } from "@/components/maintenance/version-facts";
import { PeopleForbidden } from "@/components/people/forbidden";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { Page, PageHead } from "@/components/ui/page";
import { listReceiptKeys } from "@/lib/approvals/receipt-keys/queries";
import { requireUser } from "@/lib/auth/sessions/current";
import { currentNetwork, hidesClients } from "@/lib/core/client-network";
import { env } from "@/lib/core/env";
import { commit, version } from "@/lib/core/version";
import { getBackupStatus } from "@/lib/maintenance/backup/queries";

export const metadata: Metadata = { title: "System" };

export default async function SystemSettingsPage() {
  const scope = await requireUser("/settings/system");
  const { role } = scope.actor;
  if (role !== "admin" || !scope.unlimited)
    return (
      <PeopleForbidden role={role} part="system" title="Only administrators of all tenants see the system" />
    );
  const [status, keys] = await Promise.all([getBackupStatus(scope), listReceiptKeys()]);
  return (
    <Page>
      <PageHead title="Settings" />
      <SettingsTabs current="system" administers="all" />
      <p className="-mt-2 max-w-[75ch] text-sm text-fg-muted">
        How this installation is doing. You configure it where Countersign runs, not on this page.
      </p>
      <VersionFacts version={version} commit={commit()} />
      <ClientFacts
        network={currentNetwork().key}
        proxies={env().trustedProxies}
        hidden={hidesClients(env())}
      />
      <ReceiptKeyFacts keys={keys} isOwn={env().COUNTERSIGN_RECEIPT_KEY !== undefined} />
      <BackupFacts status={status} command={env().COUNTERSIGN_COMMAND} />
    </Page>
  );
}
