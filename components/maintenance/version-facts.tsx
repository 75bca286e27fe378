import { Card, DetailList, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";

/** The running version; `commit` is null if unknown. */
export function VersionFacts({ version, commit }: { version: string; commit: string | null }) {
  return (
    <Section id="version" title="Version" description="Name both when you report a problem.">
      <Card>
        <DetailList
          items={[
            { term: "Version", value: <Untrusted mono>{version}</Untrusted> },
            { term: "Commit", value: commit ? <Untrusted mono>{commit}</Untrusted> : "Unknown" },
          ]}
        />
      </Card>
    </Section>
  );
}
