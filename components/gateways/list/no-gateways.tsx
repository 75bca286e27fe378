import type { ReactNode } from "react";
import { SampleOffer } from "@/components/onboarding/sample-offer";
import { EmptyState } from "@/components/ui/empty-state";
import { Card } from "@/components/ui/page";

/** In the place of the list: none is registered, or none matches. */
export function NoGateways({
  none,
  register,
}: {
  none: boolean;
  /** The button that registers one, for those who may. */
  register: ReactNode;
}) {
  if (!none)
    return (
      <Card>
        <EmptyState icon="search" title="No gateway matches">
          No name and no tenant's key contains these letters.
        </EmptyState>
      </Card>
    );
  return (
    <Card>
      <EmptyState
        icon="plug"
        title="No gateway yet"
        action={
          register && (
            <div className="flex flex-wrap items-center justify-center gap-2">
              {register}
              <SampleOffer />
            </div>
          )
        }
      >
        {register
          ? "Register the first one: it gets a signing secret, then a key, and a curl command you can copy sends its first call."
          : "An administrator registers gateways. Those that serve your tenants then show here."}
      </EmptyState>
    </Card>
  );
}
