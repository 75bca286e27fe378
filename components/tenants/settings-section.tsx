import { Card, Section } from "@/components/ui/page";
import { SETTING, TENANT } from "@/components/words/tenants";
import type { SettingHistory, SettingsNow } from "@/lib/insights/types";
import { DEFAULT_TENANT_SETTINGS, SETTING_BOUNDS, type TenantSettings } from "@/lib/tenants/types";
import { ChoiceSetting } from "./choice-setting";
import { DurationSetting, type SaveSetting } from "./duration-setting";
import { ChangedBy } from "./history";

const DURATIONS = [
  { name: "ttlSeconds", wire: "ttl_seconds" },
  { name: "useByCallbackSeconds", wire: "use_by_callback_seconds" },
  { name: "useByReissueSeconds", wire: "use_by_reissue_seconds" },
  { name: "rejectionCooldownSeconds", wire: "rejection_cooldown_seconds" },
  { name: "rationaleGraceDays", wire: "rationale_grace_days" },
] as const;

/** Every setting of the contract, each with its consequence. */
export function SettingsSection({
  tenant,
  settings,
  now,
  history,
  save,
}: {
  tenant: { id: string; key: string };
  settings: TenantSettings;
  now: SettingsNow;
  history: Partial<Record<keyof TenantSettings, SettingHistory>>;
  save: SaveSetting;
}) {
  const nowOf = <N extends keyof TenantSettings>(name: N) =>
    (SETTING[name].now as (now: SettingsNow, value: TenantSettings[N]) => string)(now, settings[name]);
  const changed = (name: keyof TenantSettings) => <ChangedBy change={history[name]} tenantId={tenant.id} />;
  return (
    <Section id="settings" title={TENANT.settings} description={TENANT.settingsNote}>
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
            now={nowOf(name)}
            history={changed(name)}
            save={save}
          />
        ))}
        <ChoiceSetting
          tenant={tenant.key}
          name="confirmMode"
          value={settings.confirmMode}
          now={nowOf("confirmMode")}
          history={changed("confirmMode")}
          save={save}
        />
        <ChoiceSetting
          tenant={tenant.key}
          name="autoApproveHighRisk"
          value={settings.autoApproveHighRisk ? "on" : "off"}
          now={nowOf("autoApproveHighRisk")}
          history={changed("autoApproveHighRisk")}
          save={save}
        />
      </Card>
    </Section>
  );
}
