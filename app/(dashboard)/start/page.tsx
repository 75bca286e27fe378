import type { Metadata } from "next";
import { Checklist } from "@/components/onboarding/checklist";
import { isOnThisMachine } from "@/components/onboarding/commands";
import { SampleOffer } from "@/components/onboarding/sample-offer";
import { SampleSection } from "@/components/onboarding/sample-section";
import { Banner } from "@/components/ui/banner";
import { Page, PageHead } from "@/components/ui/page";
import { START } from "@/components/words/start";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { createKey, register } from "@/lib/gateways/actions";
import { getFirstSteps } from "@/lib/onboarding/queries";
import { loadSample, removeSample } from "@/lib/onboarding/sample/actions";
import { findSample } from "@/lib/onboarding/sample/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";

export const metadata: Metadata = { title: START.title };

export default async function StartPage() {
  const scope = await requireUser("/start");
  const { PUBLIC_URL } = env();
  const may = mayAdministerAll(scope);
  const sample = await findSample(scope);
  return (
    <Page>
      <PageHead
        title={START.title}
        description={START.lead}
        actions={may && sample === null && <SampleOffer />}
      />
      {may ? (
        <Checklist
          steps={await getFirstSteps(scope)}
          actions={{ register, createKey }}
          publicUrl={PUBLIC_URL}
          local={isOnThisMachine(PUBLIC_URL)}
        />
      ) : (
        <Banner icon="info">{START.adminOnly}</Banner>
      )}
      <SampleSection sample={sample} may={may} actions={{ load: loadSample, remove: removeSample }} />
    </Page>
  );
}
