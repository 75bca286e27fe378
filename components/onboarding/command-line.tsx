import { CopyButton } from "@/components/ui/copy-button";
import { CodeBlock } from "@/components/ui/text/code";

/** A command to run, with a button that copies it. */
export function CommandLine({ label, copy, text }: { label: string; copy: string; text: string }) {
  return (
    <CodeBlock label={label} actions={<CopyButton text={text} label={copy} />}>
      {text}
    </CodeBlock>
  );
}
