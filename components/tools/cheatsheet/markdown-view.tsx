import { Untrusted } from "@/components/ui/text/untrusted";
import { type Block, readMarkdown, type Span } from "./markdown";

// Parts of one text never reorder, so the index is a stable key.
const numbered = <T,>(items: readonly T[]) => items.map((item, index) => ({ item, key: String(index) }));

const HEADINGS = ["text-lg font-bold", "text-base font-bold", "text-sm font-bold"];

/** Renders someone else's Markdown from data: no HTML passes, and no address is ever followed. */
export function MarkdownView({ text }: { text: string }) {
  return (
    <div dir="auto" className="foreign flex flex-col gap-3 text-sm">
      {numbered(readMarkdown(text)).map(({ item, key }) => (
        <OneBlock key={key} block={item} />
      ))}
    </div>
  );
}

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      // Not an HTML heading, which would enter the page's outline.
      return (
        <p className={HEADINGS[block.level - 1] ?? "text-sm font-medium"}>
          <Spans spans={block.spans} />
        </p>
      );
    case "rule":
      return <hr className="border-border" />;
    case "code":
      return (
        <pre
          dir="ltr"
          className="mono overflow-x-auto rounded-control border border-border bg-sunken px-3 py-2 text-xs whitespace-pre-wrap"
        >
          {block.text}
        </pre>
      );
    case "quote":
      return (
        <blockquote className="border-l-3 border-border pl-3 text-fg-muted">
          <Spans spans={block.spans} />
        </blockquote>
      );
    case "list":
      return <List block={block} />;
    case "table":
      return <Table block={block} />;
    default:
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      );
  }
}

const DEPTHS = ["ml-5", "ml-10", "ml-15", "ml-20"];

function List({ block }: { block: Extract<Block, { kind: "list" }> }) {
  const Tag = block.ordered ? "ol" : "ul";
  return (
    <Tag className={block.ordered ? "list-decimal" : "list-disc"}>
      {numbered(block.items).map(({ item, key }) => (
        <li key={key} className={DEPTHS[item.depth]}>
          <Spans spans={item.spans} />
        </li>
      ))}
    </Tag>
  );
}

function Table({ block }: { block: Extract<Block, { kind: "table" }> }) {
  return (
    <div className="overflow-x-auto">
      <table className="text-sm [&_td]:border [&_td]:border-border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-border [&_th]:px-2 [&_th]:py-1 [&_th]:text-left">
        <thead>
          <tr>
            {numbered(block.head).map(({ item, key }) => (
              <th key={key} scope="col">
                <Spans spans={item} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(block.rows).map(({ item: row, key: rowKey }) => (
            <tr key={rowKey}>
              {numbered(row).map(({ item, key }) => (
                <td key={key}>
                  <Spans spans={item} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Spans({ spans }: { spans: readonly Span[] }) {
  return numbered(spans).map(({ item, key }) => <OneSpan key={key} span={item} />);
}

function OneSpan({ span }: { span: Span }) {
  if (span.kind === "code")
    return (
      <Untrusted mono className="rounded-[3px] bg-sunken px-1 text-xs">
        {span.text}
      </Untrusted>
    );
  if (span.kind === "strong")
    return (
      <b className="font-medium">
        <Untrusted>{span.text}</Untrusted>
      </b>
    );
  if (span.kind === "em")
    return (
      <em>
        <Untrusted>{span.text}</Untrusted>
      </em>
    );
  if (span.kind === "link")
    return (
      <>
        <Untrusted>{span.text}</Untrusted>{" "}
        <Untrusted mono className="text-xs text-fg-muted">
          {span.address}
        </Untrusted>
      </>
    );
  return <Untrusted>{span.text}</Untrusted>;
}
