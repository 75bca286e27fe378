import { StatusMark } from "@/components/ui/badge";
import { HEALTH_ICONS, HEALTH_WORDS } from "@/components/words/health";
import type { HealthState } from "@/lib/signals/health/types";

export function HealthMark({ state, strong = false }: { state: HealthState; strong?: boolean }) {
  return (
    <StatusMark icon={HEALTH_ICONS[state]} strong={strong || state === "degraded"}>
      {HEALTH_WORDS[state]}
    </StatusMark>
  );
}
