import { Masked } from "@/components/approvals/arguments/value";
import { Card } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { removedWords } from "@/components/words/rationales";
import { isSecret } from "@/lib/arguments/secrets";
import type { CallRow } from "@/lib/calls/wire";

/** The value sent there; a secret stays hidden until opened, as among the arguments. */
function Received({ path, text }: { path: string; text: string }) {
  const shown = (
    <code>
      <Untrusted lines>{text}</Untrusted>
    </code>
  );
  return isSecret(path.split(/[/.[\]]+/)) ? <Masked length={text.length}>{shown}</Masked> : shown;
}

/** Why arguments were refused, member by member, with the exact values sent. */
export function Violations({
  violations,
  removedAfterDays,
}: {
  violations: NonNullable<CallRow["validation"]>;
  /** Days after which retention removed the values; null while they exist. */
  removedAfterDays: number | null;
}) {
  return (
    <Card flush>
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left text-2xs text-fg-subtle">
              {["Path", "Problem", "Sent there"].map((head) => (
                <th key={head} scope="col" className="border-border border-b px-3.5 py-2 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {violations.map(({ path, message, received }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the violations of one call keep their places
              <tr key={index} className="align-top not-first:border-border not-first:border-t">
                <th scope="row" className="px-3.5 py-2 text-left font-medium">
                  <code>
                    <Untrusted>{path || "/"}</Untrusted>
                  </code>
                </th>
                <td className="px-3.5 py-2">
                  <Untrusted>{message}</Untrusted>
                </td>
                <td className="px-3.5 py-2">
                  {received ? (
                    <Received path={path} text={received.text} />
                  ) : (
                    <span className="text-fg-muted">
                      {removedAfterDays === null ? "not reported" : removedWords(removedAfterDays)}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
