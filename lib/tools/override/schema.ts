import type { RiskWord } from "@/lib/core/wire";
import type { Override } from "../rating/schema";

/** A tool that one tenant rates otherwise than all. */
export type TenantOverride = {
  toolId: string;
  gateway: string;
  provider: string;
  name: string;
  /** What holds where no tenant has an override of its own. */
  global: { risk: RiskWord; requiresConfirmation: boolean };
  own: NonNullable<Override>;
  /** Null: not a person, or one who is gone. */
  by: string | null;
  at: Date;
};

/** A tool that a tenant may rate. */
export type RatableTool = { id: string; gateway: string; provider: string; name: string };

export const OVERRIDES_MAX = 200;
export const RATABLE_MAX = 1_000;
