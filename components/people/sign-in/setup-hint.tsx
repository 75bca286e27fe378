import { CopyButton } from "@/components/ui/copy-button";
import { CodeBlock } from "@/components/ui/text/code";
import { SETUP_HINT } from "@/components/words/signing-in";
import { AuthCard } from "./auth-card";

const COMMAND = "npm run countersign -- setup-link";

/** What to do while nobody has an account: a one-time link makes the first one. `invalid` after a link that did not work. */
export function SetupHint({ invalid = false }: { invalid?: boolean }) {
  return (
    <AuthCard title={invalid ? SETUP_HINT.invalid : SETUP_HINT.nobody}>
      <p className="text-fg-muted">{invalid ? SETUP_HINT.invalidWhy : SETUP_HINT.nobodyWhy}</p>
      <p className="mt-3 mb-2">{SETUP_HINT.how}</p>
      <CodeBlock
        tall
        label={SETUP_HINT.command}
        actions={<CopyButton text={COMMAND} label={SETUP_HINT.copy} />}
      >
        {COMMAND}
      </CodeBlock>
    </AuthCard>
  );
}
