import type { Token, Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { CodeBlock } from "@/components/ui/text/code";
import { readInfo } from "./examples";
import { type Heading, pictureAddress } from "./markdown-text";

/**
 * Renders our Markdown with our components. HTML cannot pass: every token becomes a component or
 * text.
 */
export function Markdown({ tokens, headings }: { tokens: readonly Token[]; headings: readonly Heading[] }) {
  const anchors = headings.values();
  return (
    <div className="flex flex-col gap-3.5 leading-6 wrap-anywhere">
      {tokens.map((token, index) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: a page that was read once never moves
          key={index}
          token={token}
          heading={token.type === "heading" ? anchors.next().value : undefined}
        />
      ))}
    </div>
  );
}

function Block({ token, heading }: { token: Token; heading?: Heading }): ReactNode {
  switch (token.type) {
    case "heading":
      return heading ? <HeadingLine heading={heading}>{inline(token.tokens)}</HeadingLine> : null;
    case "paragraph":
      return <p className="max-w-[75ch]">{inline(token.tokens)}</p>;
    case "code":
      return <Example token={token as Tokens.Code} />;
    case "table":
      return <Table token={token as Tokens.Table} />;
    case "list":
      return <List token={token as Tokens.List} />;
    case "blockquote":
      return (
        <blockquote className="border-l-3 border-border-strong py-0.5 pl-3 text-fg-muted">
          {blocks(token.tokens)}
        </blockquote>
      );
    case "hr":
      return <hr className="border-border" />;
    case "text":
      return token.tokens ? inline(token.tokens) : token.text;
    default:
      return null; // blank lines and definitions
  }
}

const blocks = (tokens: readonly Token[] | undefined) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a page that was read once never moves
  tokens?.map((token, index) => <Block key={index} token={token} />);

const HEADINGS: Record<number, string> = {
  1: "text-2xl",
  2: "mt-5 border-t border-border pt-5 text-lg",
  3: "mt-2 text-base",
};

function HeadingLine({ heading, children }: { heading: Heading; children: ReactNode }) {
  const Level = heading.depth === 1 ? "h1" : heading.depth === 2 ? "h2" : "h3";
  return (
    <Level
      id={heading.anchor}
      className={classNames("group scroll-mt-4 font-bold", HEADINGS[heading.depth] ?? HEADINGS[3])}
    >
      {children}
      {heading.depth > 1 && (
        <a
          href={`#${heading.anchor}`}
          aria-label={`Link to “${heading.text}”`}
          className="ml-1.5 inline-block min-w-6 rounded-chip text-center font-normal text-fg-subtle opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
        >
          {"#"}
        </a>
      )}
    </Level>
  );
}

function Example({ token }: { token: Tokens.Code }) {
  const { language, settings } = readInfo(token.lang ?? "");
  const name = settings.example ?? settings.answers;
  return (
    <figure>
      {settings.example && (
        <figcaption className="mb-1 flex gap-2 text-xs text-fg-muted">
          <span className="font-medium text-fg">{settings.example}</span>
          {settings.status && <span className="mono">Response {settings.status}</span>}
        </figcaption>
      )}
      <CodeBlock
        label={name ?? (language ? `Example, ${language}` : "Example")}
        tall
        wrap={language !== ""}
        actions={<CopyButton text={token.text} label="Copy the example" />}
      >
        {token.text}
      </CodeBlock>
    </figure>
  );
}

function Table({ token }: { token: Tokens.Table }) {
  // On a phone cells are stacked; with more than two, each needs a label.
  const named = token.header.length > 2;
  return (
    <div className="overflow-x-auto rounded-card border border-border bg-surface">
      <table className="w-full text-sm wrap-break-word max-sm:block [&_code]:wrap-anywhere">
        <thead className="max-sm:sr-only">
          <tr>
            {token.header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a page that was read once never moves
              <th key={index} scope="col" className="px-3 py-2 text-left text-xs text-fg-subtle">
                {inline(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {token.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page that was read once never moves
            <tr key={index} className="border-t border-border max-sm:block max-sm:py-2">
              {row.map((cell, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: a page that was read once never moves
                  key={column}
                  className="px-3 py-2 align-top max-sm:block max-sm:py-0.5 sm:first:w-1/3"
                >
                  {named && column > 0 && cell.text !== "" && (
                    <span className="text-xs text-fg-subtle sm:hidden">
                      {inline(token.header[column]?.tokens)}:{" "}
                    </span>
                  )}
                  {inline(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function List({ token }: { token: Tokens.List }) {
  const Kind = token.ordered ? "ol" : "ul";
  return (
    <Kind className={classNames("max-w-[75ch] pl-6", token.ordered ? "list-decimal" : "list-disc")}>
      {token.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page that was read once never moves
        <li key={index} className="mt-1">
          {blocks(item.tokens)}
        </li>
      ))}
    </Kind>
  );
}

function inline(tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page that was read once never moves
    <Fragment key={index}>{oneInline(token)}</Fragment>
  ));
}

function oneInline(token: Token): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inline(token.tokens)}</strong>;
    case "em":
      return <em>{inline(token.tokens)}</em>;
    case "codespan":
      return <code className="rounded-[4px] bg-sunken px-0.5">{token.text}</code>;
    case "br":
      return <br />;
    case "image":
      return <Picture href={token.href} says={token.text} />;
    case "link":
      return <Reference href={token.href}>{inline(token.tokens)}</Reference>;
    default:
      return "tokens" in token && token.tokens ? inline(token.tokens) : "text" in token ? token.text : null;
  }
}

function Picture({ href, says }: { href: string; says: string }) {
  const address = pictureAddress(href);
  if (address === null) return says;
  return (
    // biome-ignore lint/performance/noImgElement: one size, and no server that would make others
    <img src={address} alt={says} loading="lazy" className="w-full rounded-card border border-border" />
  );
}

/** Links to pages stay in the product. A link to another project file renders as text. */
function Reference({ href, children }: { href: string; children: ReactNode }) {
  const look = "text-accent underline underline-offset-2 hover:text-accent-hover";
  if (href === "") return <span>{children}</span>;
  if (href.startsWith("/"))
    return (
      <Link href={href} className={look}>
        {children}
      </Link>
    );
  return (
    <a href={href} className={look} {...(href.startsWith("#") ? {} : { rel: "noreferrer" })}>
      {children}
    </a>
  );
}
