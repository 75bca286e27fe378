import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import type { SampleState } from "@/lib/onboarding/sample/types";
import { HideSampleNotice } from "./hide-sample-notice";

const STATE_WORDS: Record<SampleState, string> = {
  loading: "The sample workspace is being created.",
  loaded: "Sample data is on.",
  removing: "The sample workspace is being removed.",
};

/** One line on every page while sample data exists, until this browser hides it. */
export function SampleBanner({ state }: { state: SampleState }) {
  return (
    <aside
      data-sample-notice
      aria-label="Sample workspace"
      className="flex min-h-7 items-center gap-x-2 border-b border-border bg-sunken px-4 text-xs text-fg-muted max-sm:min-h-12"
    >
      <Icon name="sparkle" size={13} className="text-fg-subtle" />
      <span>{STATE_WORDS[state]}</span>
      <Link
        href="/start#sample"
        className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 max-sm:min-h-12"
      >
        {state === "loaded" ? "Remove it" : "Sample workspace"}
      </Link>
      {state === "loaded" ? <HideSampleNotice /> : null}
    </aside>
  );
}
