import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { durationWords } from "@/components/words/durations";
import { confirmedWords, countedTo } from "@/components/words/tenants";
import type { PasskeyHolders } from "@/lib/auth/passkeys/types";
import type { SettingHistory, SettingsNow } from "@/lib/insights/types";
import { DEFAULT_TENANT_SETTINGS, SETTING_BOUNDS, type TenantSettings } from "@/lib/tenants/types";
import { ChoiceSetting } from "./choice-setting";
import { DurationSetting } from "./duration-setting";
import { ChangedBy } from "./history";
import { PasskeysNow } from "./passkey-coverage";
import { PercentSetting } from "./percent-setting";

const DURATIONS = [
  { name: "ttlSeconds", wire: "ttl_seconds" },
  { name: "useByCallbackSeconds", wire: "use_by_callback_seconds" },
  { name: "useByReissueSeconds", wire: "use_by_reissue_seconds" },
  { name: "rejectionCooldownSeconds", wire: "rejection_cooldown_seconds" },
  { name: "rationaleGraceDays", wire: "rationale_grace_days" },
] as const;

// Above it, a count of recent calls says "more than".
const CAP = 10_000;

/** The current effect of each setting. */
const NOW = {
  autoApproveHighRisk: ({ autoApproved }: SettingsNow, on: boolean) => {
    if (!on && autoApproved === 0) return "No call ran unseen in the last 7 days.";
    const ran = `${countedTo(CAP, autoApproved, "call", "calls")} ran unseen in the last 7 days`;
    return on ? `${ran}.` : `${ran}, while this was on.`;
  },
  confirmMode: ({ confirmed }: SettingsNow) => confirmedWords(CAP, confirmed),
  toCallsThatWait: "It applies to calls that already wait as well.",
  ttlSeconds: ({ pending }: SettingsNow, seconds: number) =>
    `${pending === 0 ? "No call is pending" : countedTo(CAP, pending, "pending call keeps its deadline", "pending calls keep their deadline")}; new ones get ${durationWords(seconds)}.`,
  useByCallbackSeconds: ({ awaitingCallback }: SettingsNow) =>
    awaitingCallback === 0
      ? "No approved call is waiting to start."
      : `${countedTo(CAP, awaitingCallback, "approved call waits to start and keeps its time", "approved calls wait to start and keep their time")}.`,
  useByReissueSeconds: ({ awaitingReissue }: SettingsNow) =>
    awaitingReissue === 0
      ? "No grant is unused."
      : `${countedTo(CAP, awaitingReissue, "grant is unused and keeps its time", "grants are unused and keep their time")}.`,
  rejectionCooldownSeconds: ({ coolingDown }: SettingsNow) =>
    coolingDown === 0
      ? "No rejected call is cooling down."
      : `${countedTo(CAP, coolingDown, "rejected call is", "rejected calls are")} cooling down.`,
  rationaleGraceDays: ({ firstRowAt }: SettingsNow) =>
    firstRowAt === null
      ? "It has not started: no call has arrived."
      : "“Rationales” below shows when it ends and which callers leave rationales out.",
};

/** Every setting of the contract, with its consequence. */
export function SettingsSection({
  tenant,
  settings,
  now,
  holders,
  history,
}: {
  tenant: { id: string; key: string };
  settings: TenantSettings;
  now: SettingsNow;
  /**
   * People who may decide here, and those with a passkey; null if browsers create none for this
   * address.
   */
  holders: PasskeyHolders | null;
  history: Partial<Record<keyof TenantSettings, SettingHistory>>;
}) {
  const changed = (name: keyof TenantSettings) => <ChangedBy change={history[name]} tenantId={tenant.id} />;
  return (
    <Section
      id="settings"
      title="Deciding"
      description="A setting applies to calls that arrive after you save it, unless it says otherwise. The activity log records every change."
    >
      <Card flush>
        {DURATIONS.map(({ name, wire }) => (
          <DurationSetting
            key={name}
            tenant={tenant.key}
            name={name}
            wire={wire}
            value={settings[name]}
            preset={DEFAULT_TENANT_SETTINGS[name]}
            bounds={SETTING_BOUNDS[wire]}
            inDays={name === "rationaleGraceDays"}
            now={NOW[name](now, settings[name])}
            history={changed(name)}
          />
        ))}
        <WhoApproves {...{ tenant, settings, holders, changed }} />
        <ChoiceSetting
          tenant={tenant.key}
          name="confirmMode"
          value={settings.confirmMode}
          now={NOW.confirmMode(now)}
          history={changed("confirmMode")}
        />
        <ChoiceSetting
          tenant={tenant.key}
          name="autoApproveHighRisk"
          value={settings.autoApproveHighRisk ? "on" : "off"}
          now={NOW.autoApproveHighRisk(now, settings.autoApproveHighRisk)}
          history={changed("autoApproveHighRisk")}
        />
        <ChoiceSetting
          tenant={tenant.key}
          name="holdUnratedTools"
          value={settings.holdUnratedTools ? "on" : "off"}
          now={<UnratedNow tenant={tenant.key} unrated={now.unrated} />}
          history={changed("holdUnratedTools")}
        />
        <PercentSetting
          tenant={tenant.key}
          value={settings.samplePercent}
          preset={DEFAULT_TENANT_SETTINGS.samplePercent}
          now="Calls that are chosen already stay in Reviews."
          history={changed("samplePercent")}
        />
      </Card>
    </Section>
  );
}

/** Recent calls of unrated tools, with links to read and rate them. */
function UnratedNow({ tenant, unrated }: { tenant: string; unrated: number }) {
  if (unrated === 0) return "Calls that already wait keep waiting.";
  const calls = new URLSearchParams({ tenant, ran_on: "gateway_word" });
  return (
    <>
      <Link href={`/rationales?${calls}`} className="underline underline-offset-2">
        {countedTo(CAP, unrated, "call", "calls")} of unrated tools
      </Link>{" "}
      ran on the gateway’s word in the last 7 days.{" "}
      <Link href="/tools?view=unrated" className="underline underline-offset-2">
        Rate these tools
      </Link>
    </>
  );
}

/** Who may approve, and how. */
function WhoApproves({
  tenant,
  settings,
  holders,
  changed,
}: {
  tenant: { key: string };
  settings: TenantSettings;
  holders: PasskeyHolders | null;
  changed: (name: keyof TenantSettings) => ReactNode;
}) {
  const now = NOW.toCallsThatWait;
  return (
    <>
      <ChoiceSetting
        tenant={tenant.key}
        name="blockSelfApproval"
        value={settings.blockSelfApproval ? "on" : "off"}
        now={now}
        history={changed("blockSelfApproval")}
      />
      <ChoiceSetting
        tenant={tenant.key}
        name="tokensApproveCritical"
        value={settings.tokensApproveCritical ? "on" : "off"}
        now={now}
        history={changed("tokensApproveCritical")}
      />
      <ChoiceSetting
        tenant={tenant.key}
        name="criticalNeedsPasskey"
        value={settings.criticalNeedsPasskey ? "on" : "off"}
        now={<PasskeysNow holders={holders} isOn={settings.criticalNeedsPasskey} />}
        history={changed("criticalNeedsPasskey")}
      />
      <ChoiceSetting
        tenant={tenant.key}
        name="breakGlass"
        value={settings.breakGlass}
        now={now}
        history={changed("breakGlass")}
      />
    </>
  );
}
