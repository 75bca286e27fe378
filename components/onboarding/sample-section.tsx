import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Banner } from "@/components/ui/banner";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { SampleView } from "@/lib/onboarding/sample/types";
import { SampleControls } from "./sample-controls";
import { SampleProgress } from "./sample-progress";

const PLACES = [
  { href: "/approvals?view=all", label: "Pending approvals" },
  { href: "/approvals?view=decided", label: "Decided approvals" },
  { href: "/feedback", label: "Feedback" },
  { href: "/rationales", label: "Rationales" },
  { href: "/tools", label: "Tools" },
  { href: "/gateways", label: "Gateways" },
] as const;

/** The sample data: loads it, shows the progress, removes it. */
export function SampleSection({ sample, may }: { sample: SampleView | null; may: boolean }) {
  const state = sample?.state ?? "none";
  return (
    <Section
      id="sample"
      title="Sample workspace"
      description="Three made-up companies with eight weeks of calls, decisions, feedback and figures, so that most pages have something to show. Countersign sends nothing to anyone, and real calls cannot get into the sample. You can remove it with one button."
    >
      <LiveRefresh topics={["sample"]} />
      <Card>
        <div className="flex flex-col items-start gap-3 text-sm">
          {sample?.state === "loaded" && <Loaded sample={sample} />}
          {sample && sample.state !== "loaded" && <SampleProgress sample={sample} />}
          {may && sample?.error && (
            <Banner
              tone="problem"
              title="The last try stopped. The worker tries again by itself; you can also remove what is there."
            >
              <Untrusted>{sample.error}</Untrusted>
            </Banner>
          )}
          {may && sample?.waits && (
            <Banner>No worker is running. As soon as one is, it makes the sample workspace.</Banner>
          )}
          {may ? (
            state !== "removing" && <SampleControls key={state} state={state} />
          ) : (
            <p className="text-fg-muted">An administrator of all tenants can load or remove it.</p>
          )}
        </div>
      </Card>
    </Section>
  );
}

function Loaded({ sample }: { sample: SampleView }) {
  return (
    <>
      <p className="font-medium">The sample workspace is loaded.</p>
      <ul aria-label="Its tenants" className="flex flex-wrap gap-x-4 gap-y-1 text-fg-muted">
        {sample.tenants.map(({ key, name }) => (
          <li key={key}>
            <Untrusted>{name}</Untrusted>
          </li>
        ))}
      </ul>
      <nav aria-label="Look at" className="flex flex-wrap gap-x-4 gap-y-1">
        {PLACES.map(({ href, label }) => (
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
