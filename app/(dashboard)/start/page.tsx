import type { Metadata } from "next";
import { Checklist } from "@/components/onboarding/checklist";
import { isOnThisMachine } from "@/components/onboarding/commands";
import { PhoneSection } from "@/components/onboarding/phone-section";
import { SampleOffer } from "@/components/onboarding/sample-offer";
import { SampleSection } from "@/components/onboarding/sample-section";
import { Banner } from "@/components/ui/banner";
import { Page, PageHead } from "@/components/ui/page";
import { mayDecide } from "@/lib/approvals/rules";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { getOwnReach } from "@/lib/notifications/reach";
import { getFirstSteps } from "@/lib/onboarding/queries";
import { findSample } from "@/lib/onboarding/sample/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";

export const metadata: Metadata = { title: "Getting started" };

export default async function StartPage() {
  const scope = await requireUser("/start");
  const { PUBLIC_URL, COUNTERSIGN_COMMAND: command } = env();
  const may = mayAdministerAll(scope);
  const sample = await findSample(scope);
  return (
    <Page>
      <PageHead
        title="Getting started"
        description={
          may
            ? "From a gateway to a decided call. Countersign ticks each step it sees done."
            : "How calls of agents come here, and made-up data to look around in."
        }
        actions={may && sample === null && <SampleOffer />}
      />
      {may ? (
        <Checklist
          steps={await getFirstSteps(scope)}
          publicUrl={PUBLIC_URL}
          local={isOnThisMachine(PUBLIC_URL)}
          command={command}
        />
      ) : (
        <Banner icon="info">
          An administrator of all tenants registers gateways. Their calls then wait under Approvals.
        </Banner>
      )}
      {mayDecide(scope.actor.role) && (
        <PhoneSection devices={(await getOwnReach(scope)).push.to} publicUrl={PUBLIC_URL} />
      )}
      <SampleSection sample={sample} may={may} />
    </Page>
  );
}
