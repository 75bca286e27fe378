import type { Metadata } from "next";
import { ToolFrame } from "@/components/tools/detail/tool-frame";
import { VersionChoice } from "@/components/tools/detail/version-choice";
import { Changes, VersionList } from "@/components/tools/detail/versions";
import { Card, Section } from "@/components/ui/page";
import { LineDiff } from "@/components/ui/text/line-diff";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { listToolVersions } from "@/lib/tools/catalogue/queries";
import type { ToolVersionView } from "@/lib/tools/types";
import { definitionText, diffDefinitions } from "@/lib/tools/versions";
import { toolOrNotFound, toolTitle } from "../one-tool";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ from?: string | string[]; to?: string | string[] }>;
};

export const generateMetadata = ({ params }: Props): Promise<Metadata> => toolTitle(params, "Versions");

/** The version the address names, else the one at index `otherwise`. */
function chosen(versions: readonly ToolVersionView[], asked: unknown, otherwise: number) {
  return versions.find(({ version }) => String(version) === asked) ?? versions[otherwise] ?? versions.at(-1);
}

export default async function ToolVersionsPage({ params, searchParams }: Props) {
  const [{ id }, asked] = [await params, await searchParams];
  const scope = await requireUser(`/tools/${id}/versions`);
  const tool = await toolOrNotFound(scope, id);
  const versions = await listToolVersions(scope, id);
  const [from, to] = [chosen(versions, asked.from, 1), chosen(versions, asked.to, 0)];
  return (
    <ToolFrame tool={tool} current="versions" publicUrl={env().PUBLIC_URL}>
      <VersionList id={id} versions={versions} />
      {versions.length > 1 && from && to ? (
        <>
          <Section
            id="compare"
            title="Compare two versions"
            actions={
              <VersionChoice
                id={id}
                versions={versions.map(({ version }) => version)}
                from={from.version}
                to={to.version}
              />
            }
          >
            <Changes changes={diffDefinitions(from, to)} />
          </Section>
          <Section title="Both definitions, line by line">
            <LineDiff
              before={definitionText(from)}
              after={definitionText(to)}
              label="Both definitions, line by line"
            />
          </Section>
        </>
      ) : (
        <Card>
          <p className="text-sm text-fg-muted">
            There is only one version: nothing to compare yet. A changed definition makes the next one.
          </p>
        </Card>
      )}
    </ToolFrame>
  );
}
