import type { ReactNode } from "react";
import { Card, DetailList, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { AboutForm } from "./about-form";

/** Effect and category of the tool: people's words before the gateway's. */
export function About({ tool, mayDescribe }: { tool: ToolView; mayDescribe: boolean }) {
  return (
    <Section
      id="about"
      title="Impact and category"
      description="In your own words. They stay when the gateway lists the tool again. While one is empty, people see the gateway’s words."
    >
      <Card>
        {mayDescribe ? (
          <AboutForm tool={tool} />
        ) : (
          <DetailList
            items={[
              { term: "Impact", value: <Said ours={tool.ours.impact} theirs={tool.theirs.impact} /> },
              {
                term: "Category",
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
  if (text === null) return <span className="text-fg-subtle">Nothing said</span>;
  return (
    <>
      <Untrusted>{text}</Untrusted>{" "}
      <span className="text-xs text-fg-muted">
        {ours === null ? "said by the gateway" : "said by people"}
      </span>
    </>
  );
}
