import type { ActResult } from "@/components/ui/use-act";
import type { PreferencesChange, UserPreferences } from "@/lib/auth/people/types";

/** Saves some of a person's preferences and answers all of them. */
export type SavePreferences = (
  change: PreferencesChange,
) => Promise<ActResult<{ preferences: UserPreferences }>>;
