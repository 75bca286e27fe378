import { CopyButton } from "@/components/ui/copy-button";
import { CodeBlock } from "@/components/ui/text/code";
import { AuthCard } from "./auth-card";

/**
 * What to do while there are no accounts: a one-time link creates the first. `invalid`: a link
 * failed.
 */
export function SetupHint({ command, invalid = false }: { command: string; invalid?: boolean }) {
  const line = `${command} setup-link`;
  return (
    <AuthCard title={invalid ? "This setup link does not work" : "No account exists yet"}>
      <p className="text-fg-muted">
        {invalid
          ? "It was used, has expired, or was replaced by a newer one. No account was created."
          : "The first account is created with a one-time link, which Countersign prints when it starts."}
      </p>
      <p className="mt-3 mb-2">On the server, make a new link and open it within a day:</p>
      <CodeBlock tall label="Command" actions={<CopyButton text={line} label="Copy the command" />}>
        {line}
      </CodeBlock>
    </AuthCard>
  );
}
