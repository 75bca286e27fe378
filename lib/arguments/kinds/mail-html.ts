import { Parser } from "htmlparser2";
import { reveal } from "@/lib/core/text/reveal";
import type { MailHtml } from "./types";

/** The time to read deeply nested elements grows with the square of the length: 0.3 s at most here. */
export const HTML_CHARS_MAX = 64 * 1024;

/** Elements that are kept, without their attributes. */
const KEPT = new Set(
  "p div span br hr b i em strong u s small sub sup code pre blockquote ul ol li dl dt dd h1 h2 h3 h4 h5 h6 table thead tbody tfoot tr td th caption center".split(
    " ",
  ),
);

const VOID = new Set(["br", "hr"]);

/** Elements of which nothing is shown. */
const DROPPED = new Set(
  "script style title head template iframe object embed applet svg math audio video canvas select textarea noembed noframes xmp plaintext".split(
    " ",
  ),
);

/** Browsers nest no deeper than 512; mails hardly nest deeper than 50. */
const DEPTH_MAX = 150;

const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$/i;

const HIDING =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0?(?:\.0*)?\s*(?:;|!|$)|(?:font-size|max-height|max-width|height|width)\s*:\s*0(?:\.0*)?(?:px|pt|em|rem|%)?\s*(?:;|!|$)|(?:left|top|text-indent)\s*:\s*-\d{3})/i;

export type Anchor = { href: string; text: string };

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** White space as HTML reads it; other hidden characters written out. */
function visible(text: string): string {
  return reveal(text)
    .map((segment) => {
      if (segment.kind !== "escape" || /[\t\n\r\f\u00a0]/.test(segment.text)) return escaped(segment.text);
      return `<mark>${escaped(segment.label)}</mark>`;
    })
    .join("");
}

/** Rebuilds a mail from the elements and texts that its HTML holds, and counts what is left out. */
class MailReader {
  body = "";
  private readonly open: { name: string; kept: boolean; hides: boolean }[] = [];
  private dropped = 0;
  private hidden = 0;
  private anchor: Anchor | null = null;
  readonly anchors: Anchor[] = [];
  readonly counts = { remotePictures: 0, hiddenTexts: 0, scripts: 0, forms: 0 };
  text = "";

  opened(name: string, attributes: Record<string, string>): void {
    if (name === "script") this.counts.scripts += 1;
    if (name === "form" || name === "input" || name === "button")
      this.counts.forms += name === "form" ? 1 : 0;
    const hides = "hidden" in attributes || HIDING.test(attributes.style ?? "");
    const kept = KEPT.has(name) && this.dropped === 0 && this.open.length < DEPTH_MAX;
    this.open.push({ name, kept, hides });
    if (DROPPED.has(name)) this.dropped += 1;
    if (hides) this.hidden += 1;
    if (this.dropped > 0) return;
    if (name === "img" || name === "image") this.picture(attributes);
    if (attributes.background || /url\s*\(/i.test(attributes.style ?? "")) this.counts.remotePictures += 1;
    if (name === "a" && attributes.href) {
      this.anchor = { href: attributes.href, text: "" };
      this.body += "<u>";
    }
    if (kept) this.body += `<${name}>`;
  }

  private picture({ src = "", alt = "" }: Record<string, string>): void {
    if (PICTURE.test(src)) {
      this.body += `<img src="${escaped(src)}" alt="${escaped(alt)}">`;
      return;
    }
    this.counts.remotePictures += 1;
    this.body += `<small>[picture not loaded${alt.trim() === "" ? "" : `: ${visible(alt)}`}]</small>`;
  }

  said(text: string): void {
    if (this.dropped > 0) return;
    this.text += text;
    if (this.anchor) this.anchor.text += text;
    if (this.hidden > 0 && text.trim() !== "") {
      this.counts.hiddenTexts += 1;
      this.body += `<mark>${visible(text)}</mark>`;
    } else this.body += visible(text);
  }

  closed(name: string): void {
    // The parser closes a tag that the text ends in, but never opens it.
    if (this.open.at(-1)?.name !== name) return;
    const at = this.open.pop();
    if (at?.hides) this.hidden -= 1;
    if (DROPPED.has(name)) this.dropped -= 1;
    else if (this.dropped > 0) return;
    if (name === "a" && this.anchor) {
      this.anchors.push(this.anchor);
      this.anchor = null;
      this.body += "</u>";
    }
    if (at?.kept && !VOID.has(name)) this.body += `</${name}>`;
  }
}

// Sets the looks by attributes: the page's own policy, which the frame inherits, allows no style.
const HEAD = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:"><meta name="color-scheme" content="light"><body bgcolor="#ffffff" text="#1b1f2a"><font face="Arial, Helvetica, sans-serif" size="2">`;

/**
 * An HTML mail for a sandboxed frame: rebuilt from known elements without attributes, so that it
 * loads nothing, links nowhere and hides nothing.
 */
export function readMailHtml(source: string): { html: MailHtml; anchors: Anchor[]; text: string } {
  const reader = new MailReader();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.opened(name, attributes),
      ontext: (text) => reader.said(text),
      onclosetag: (name) => reader.closed(name),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(source);
  const { counts, anchors, text } = reader;
  return { html: { document: HEAD + reader.body, ...counts }, anchors, text };
}
