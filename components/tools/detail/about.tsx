import type { ReactNode } from "react";
import { Card, DetailList, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { ABOUT } from "@/components/words/tool";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { AboutForm, type DescribeAction } from "./about-form";

/** What a call does to the world and what kind of tool it is: people's words before the gateway's. */
export function About({
  tool,
  mayDescribe,
  describe,
}: {
  tool: ToolView;
  mayDescribe: boolean;
  describe: DescribeAction;
}) {
  return (
    <Section id="about" title={ABOUT.title} description={ABOUT.description}>
      <Card>
        {mayDescribe ? (
          <AboutForm tool={tool} describe={describe} />
        ) : (
          <DetailList
            items={[
              { term: ABOUT.impact, value: <Said ours={tool.ours.impact} theirs={tool.theirs.impact} /> },
              {
                term: ABOUT.category,
                value: <Said ours={tool.ours.category} theirs={tool.theirs.category} />,
              },
            ]}
          />
        )}
      </Card>
    </Section>
  );
}

function Said({ ours, theirs }: { ours: string | null; theirs: string | null }): ReactNode {
  const text = ours ?? theirs;
  if (text === null) return <span className="text-fg-subtle">{ABOUT.none}</span>;
  return (
    <>
      <Untrusted>{text}</Untrusted>{" "}
      <span className="text-xs text-fg-muted">{ours === null ? ABOUT.gateway : ABOUT.ours}</span>
    </>
  );
}
