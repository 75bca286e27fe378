import { counted } from "@/components/words/counts";
import { JsonError, type JsonNode, parseJson } from "@/lib/core/json/parse";
import { CopyButton } from "../copy-button";
import { CodeBlock } from "./code";
import { Untrusted } from "./untrusted";

// Initially open levels, and rendered members per object, so that pages stay small for any input.
const OPEN_DEPTH = 2;
const CHILDREN_MAX = 200;

/** Foldable JSON with the original digits of numbers. Never read as markup. */
export function JsonView({ text, label, copyLabel }: { text: string; label: string; copyLabel?: string }) {
  const node = read(text);
  if (!node) {
    return (
      <div className="flex flex-col gap-1">
        <CodeBlock label={label}>
          <Untrusted lines>{text}</Untrusted>
        </CodeBlock>
        <p className="text-xs text-fg-muted">This is not valid JSON; it is shown as it came.</p>
      </div>
    );
  }
  return (
    <div className="relative rounded-card border border-border bg-surface">
      {copyLabel && (
        <div className="absolute top-1.5 right-1.5">
          <CopyButton text={text} label={copyLabel} />
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="max-h-96 overflow-auto px-3.5 py-2.5">
        <div dir="ltr" className="json mono foreign text-sm leading-5">
          <Part node={node} text={text} depth={0} />
        </div>
      </section>
    </div>
  );
}

function read(text: string): JsonNode | null {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

function Part({
  node,
  text,
  depth,
  name,
  last = true,
}: {
  node: JsonNode;
  text: string;
  depth: number;
  name?: string;
  last?: boolean;
}) {
  const key = name === undefined ? null : <Name>{name}</Name>;
  const comma = last ? "" : ",";
  if (node.kind !== "object" && node.kind !== "array") {
    return (
      <div>
        {key}
        <Untrusted className={node.kind === "string" ? undefined : "text-accent"}>
          {text.slice(node.start, node.end)}
        </Untrusted>
        {comma}
      </div>
    );
  }
  const children = childrenOf(node);
  const [start, end] = node.kind === "object" ? (["{", "}"] as const) : (["[", "]"] as const);
  if (children.length === 0) {
    return (
      <div>
        {key}
        {start + end + comma}
      </div>
    );
  }
  const size = node.kind === "object" ? counted(children.length, "member") : counted(children.length, "item");
  return (
    <details open={depth < OPEN_DEPTH}>
      <summary>
        {key}
        {start}
        <small>
          {" "}
          {size} {end}
        </small>
      </summary>
      <section>
        {children.slice(0, CHILDREN_MAX).map((child, index) => (
          <Part
            // biome-ignore lint/suspicious/noArrayIndexKey: a text that was read once never moves
            key={index}
            node={child.node}
            name={child.name}
            text={text}
            depth={depth + 1}
            last={index === children.length - 1}
          />
        ))}
        {children.length > CHILDREN_MAX && (
          <p>{counted(children.length - CHILDREN_MAX, "more", "more")} not shown here</p>
        )}
      </section>
      <div>{end + comma}</div>
    </details>
  );
}

function childrenOf(node: JsonNode): { name?: string; node: JsonNode }[] {
  if (node.kind === "array") return node.items.map((item) => ({ node: item }));
  if (node.kind !== "object") return [];
  return node.members.map(({ key, value }) => ({ name: JSON.stringify(key), node: value }));
}

function Name({ children }: { children: string }) {
  return (
    <span>
      <Untrusted>{children}</Untrusted>
      {": "}
    </span>
  );
}
