import { snakeKeys } from "@/lib/core/casing";
import { systemScope } from "@/lib/core/scope";
import { updateTenantSettings } from "@/lib/tenants/commands";
import { TENANT_SETTING_NAMES, tenantSettingsSchema } from "@/lib/tenants/schema";
import { checked, type Flags, onOff, readFlags, UsageError, wholeNumber } from "../input";
import type { Verb } from "../verb";

const scope = systemScope("command line");
const flagOf = (name: string) => name.replaceAll("_", "-");

export const tenantSet: Verb = {
  usage:
    "tenant set KEY [--auto-approve-high-risk on|off] [--confirm accept|ignore] [--block-self-approval on|off] [--tokens-approve-critical on|off] [--critical-needs-passkey on|off] [--break-glass nobody|admins|approvers] [--sample-percent N] [--ttl-seconds N] [--use-by-callback-seconds N] [--use-by-reissue-seconds N] [--rejection-cooldown-seconds N] [--rationale-grace-days N]",
  async run(args) {
    const flags: Flags = Object.fromEntries(TENANT_SETTING_NAMES.map((name) => [flagOf(name), "text"]));
    const { values, words } = readFlags(args, flags, { words: true });
    const [key, ...more] = words;
    if (key === undefined || more.length > 0) throw new UsageError("Expected one tenant: tenant set KEY ….");
    const given = TENANT_SETTING_NAMES.flatMap((name) => {
      const value = values[flagOf(name)];
      return typeof value === "string" ? [[name, settingFrom(name, value)] as const] : [];
    });
    if (given.length === 0) {
      throw new UsageError(
        `Nothing to set. Valid flags: ${Object.keys(flags)
          .map((flag) => `--${flag}`)
          .join(", ")}.`,
      );
    }
    const change = checked(tenantSettingsSchema, Object.fromEntries(given));
    const { confirmMode, ...rest } = await updateTenantSettings(scope, key, change);
    const wire = snakeKeys({ ...rest, confirm: confirmMode });
    return {
      json: { tenant: key, ...wire },
      lines: [`Settings of ${key}:`, ...Object.entries(wire).map(([name, value]) => `  ${name} = ${value}`)],
    };
  },
};

const SWITCHES: ReadonlySet<string> = new Set([
  "auto_approve_high_risk",
  "block_self_approval",
  "tokens_approve_critical",
  "critical_needs_passkey",
  "hold_unrated_tools",
]);

function settingFrom(name: string, text: string): unknown {
  if (SWITCHES.has(name)) return onOff(text, flagOf(name));
  return name === "confirm" || name === "break_glass" ? text : wholeNumber(text, flagOf(name));
}
