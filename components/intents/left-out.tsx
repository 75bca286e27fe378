import { Card, Section } from "@/components/ui/page";
import type { ShownTemplate } from "@/lib/intents/types";
import { TemplateList } from "./template-list";

/** Rationales in no intent: too rare, or unusable. */
export function LeftOut({
  tail,
  empty,
  mayJudge,
  tenants,
}: {
  tail: readonly ShownTemplate[];
  empty: readonly ShownTemplate[];
  mayJudge: boolean;
  /** Tenant names by id, if there are several. */
  tenants: ReadonlyMap<string, string> | null;
}) {
  return (
    <>
      {tail.length > 0 && (
        <Section
          id="tail"
          title="Long tail"
          description="Too rare to be an intent; the most frequent ones are shown."
        >
          <Card flush>
            <TemplateList label="Long tail" templates={tail} mayJudge={mayJudge} tenants={tenants} />
          </Card>
        </Section>
      )}
      {empty.length > 0 && (
        <Section
          id="empty"
          title="Says nothing"
          description="Left out of the intents, with the reason. What you say about one holds for the same words with every tool."
        >
          <Card flush>
            <TemplateList label="Says nothing" templates={empty} mayJudge={mayJudge} tenants={tenants} />
          </Card>
        </Section>
      )}
    </>
  );
}
