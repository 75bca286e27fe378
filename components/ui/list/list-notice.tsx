import type { ListProblem } from "@/lib/core/list/filters";
import { Banner } from "../banner";
import { Code } from "../text/code";
import { Untrusted } from "../text/untrusted";

// Enough characters of the input to recognise it.
const SENT_SHOWN = 80;

/** The query parameters that the list ignored, above the rows. */
export function ListNotice({
  problems,
  flush,
}: {
  problems: readonly ListProblem[];
  /** Fills the width of its pane. */
  flush?: boolean;
}) {
  if (problems.length === 0) return null;
  const filters = problems.filter(({ accepts }) => accepts !== null);
  return (
    <Banner role="status" flush={flush}>
      {filters.map(({ name, sent, accepts }) => (
        <p key={name}>
          The filter <Code>{name}</Code> does not take “<Untrusted limit={SENT_SHOWN}>{sent}</Untrusted>” and
          was left out. It takes {accepts}.
        </p>
      ))}
      {filters.length > 0 && <p>The rest of the address still applies.</p>}
      {filters.length < problems.length && (
        <p>The address names a page that this list did not give out. This is the first page.</p>
      )}
    </Banner>
  );
}
