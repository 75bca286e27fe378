import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Page, PageHead } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { FormerView } from "@/lib/intents/detail/types";

/** A removed intent without a successor: its former name. */
export function FormerIntent({ former: { name } }: { former: FormerView }) {
  return (
    <Page>
      <PageHead
        title={<Untrusted>{name}</Untrusted>}
        crumbs={[
          { href: "/rationales", label: "Rationales" },
          { href: "/rationales/intents", label: "Intents" },
        ]}
      />
      <EmptyState
        icon="archive"
        title="This intent no longer exists"
        action={<ButtonLink href="/rationales/intents">All intents</ButtonLink>}
      >
        A later grouping found that its rationales have too little in common: they are in the long tail now.
      </EmptyState>
    </Page>
  );
}
