import { CopyButton } from "@/components/ui/copy-button";
import { Card, Section } from "@/components/ui/page";
import { Code, CodeBlock } from "@/components/ui/text/code";

/** How to make the Slack app, with its manifest for both ways. */
export function SlackSteps({ socket, http, publicUrl }: { socket: string; http: string; publicUrl: string }) {
  return (
    <Section id="steps" title="How to set it up">
      <Card className="flex flex-col gap-4">
        <ol className="ml-4 flex list-decimal flex-col gap-1 text-sm">
          <li>Choose how presses reach Countersign, and copy that manifest.</li>
          <li>At api.slack.com/apps, create an app from a manifest, and paste it.</li>
          <li>Install the app in your workspace, and copy its bot token (OAuth & Permissions).</li>
          <li>
            For Socket Mode, create an app-level token with the scope connections:write. For HTTP, copy the
            signing secret. Both are under Basic Information.
          </li>
          <li>
            Save the secrets below, or set the variables where Countersign runs. Then test the connection.
          </li>
          <li>
            Each person types <Code>/countersign</Code> in Slack once, and links their account with the link
            that appears.
          </li>
        </ol>
        <Manifest
          title="Socket Mode"
          text="The worker connects to Slack. Slack needs no way into your network. The usual choice."
          manifest={socket}
        />
        <Manifest
          title="HTTP"
          text={`Slack sends signed requests to ${publicUrl}, which must be reachable from the internet over HTTPS.`}
          manifest={http}
        />
      </Card>
    </Section>
  );
}

function Manifest({ title, text, manifest }: { title: string; text: string; manifest: string }) {
  return (
    <details className="rounded-card border border-border">
      <summary className="cursor-pointer px-3.5 py-2.5 text-sm max-sm:min-h-12">
        <span className="font-medium">Manifest for {title}</span>
        <span className="block text-fg-muted">{text}</span>
      </summary>
      <div className="px-3.5 pb-3.5">
        <CodeBlock
          label={`Manifest for ${title}`}
          actions={<CopyButton text={manifest} label={`Copy the manifest for ${title}`} />}
        >
          {manifest}
        </CodeBlock>
      </div>
    </details>
  );
}
