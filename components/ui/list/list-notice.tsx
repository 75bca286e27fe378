import type { ListProblem } from "@/lib/core/list/filters";
import { Banner } from "../banner";
import { Code, Foreign } from "../code";

// Characters of what was sent: enough to know it again.
const SENT_SHOWN = 80;

/** What of the address the list did not take, above the rows of the rest. */
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
          The filter <Code>{name}</Code> does not take “<Foreign>{shortened(sent)}</Foreign>” and was left
          out. It takes {accepts}.
        </p>
      ))}
      {filters.length > 0 && <p>Everything else in the address holds.</p>}
      {filters.length < problems.length && (
        <p>The address names a page that this list did not give out. This is the first page.</p>
      )}
    </Banner>
  );
}

function shortened(sent: string): string {
  return sent.length > SENT_SHOWN ? `${sent.slice(0, SENT_SHOWN).toWellFormed()}…` : sent;
}
