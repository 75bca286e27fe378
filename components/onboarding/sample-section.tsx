import Link from "next/link";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Banner } from "@/components/ui/banner";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { ActResult } from "@/components/ui/use-act";
import { SAMPLE, SAMPLE_PLACES } from "@/components/words/sample";
import type { SampleView } from "@/lib/onboarding/sample/types";
import { SampleControls } from "./sample-controls";
import { SampleProgress } from "./sample-progress";

export type SampleActions = {
  load: () => Promise<ActResult>;
  remove: () => Promise<ActResult>;
};

/** The sample workspace: loaded in one press, watched while it is made, removed in one press. */
export function SampleSection({
  sample,
  may,
  actions,
}: {
  sample: SampleView | null;
  may: boolean;
  actions: SampleActions;
}) {
  const state = sample?.state ?? "none";
  return (
    <Section id="sample" title={SAMPLE.title} description={SAMPLE.lead}>
      <LiveRefresh topics={["sample"]} />
      <Card>
        <div className="flex flex-col items-start gap-3 text-sm">
          {sample?.state === "loaded" && <Loaded sample={sample} />}
          {sample && sample.state !== "loaded" && <SampleProgress sample={sample} />}
          {may && sample?.error && (
            <Banner tone="problem" title={SAMPLE.stopped}>
              <Untrusted>{sample.error}</Untrusted>
            </Banner>
          )}
          {may && sample?.waits && <Banner>{SAMPLE.waits}</Banner>}
          {may ? (
            state !== "removing" && (
              <SampleControls key={state} state={state} load={actions.load} remove={actions.remove} />
            )
          ) : (
            <p className="text-fg-muted">{SAMPLE.adminOnly}</p>
          )}
        </div>
      </Card>
    </Section>
  );
}

function Loaded({ sample }: { sample: SampleView }) {
  return (
    <>
      <p className="font-medium">{SAMPLE.loaded}</p>
      <ul aria-label={SAMPLE.tenants} className="flex flex-wrap gap-x-4 gap-y-1 text-fg-muted">
        {sample.tenants.map(({ key, name }) => (
          <li key={key}>
            <Untrusted>{name}</Untrusted>
          </li>
        ))}
      </ul>
      <nav aria-label={SAMPLE.look} className="flex flex-wrap gap-x-4 gap-y-1">
        {SAMPLE_PLACES.map(({ href, label }) => (
          <Link
            key={href}
            href={href}
            className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12"
          >
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}
