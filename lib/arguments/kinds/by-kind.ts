import { JsonError, type JsonNode, parseJson } from "@/lib/core/json/parse";
import { SCHEMA_CHARS_MAX } from "../contract";
import { pathOfKeys } from "../leaves";
import type { ObjectNode } from "../nodes";
import { member, objectOf } from "../nodes";
import { isSecret } from "../secrets";
import { readPair, readUnified } from "./file-diff";
import { LinkReader } from "./links";
import { mailWarnings, readMail } from "./mail";
import type { CallHints } from "./names";
import { isSql, readSql } from "./sql";
import { readTable } from "./table";
import type { ByKind, KindPart } from "./types";

const PARTS_MAX = 12;
const WARNINGS_MAX = 8;

type Keys = readonly (string | number)[];

/**
 * Reads the arguments by what they are: mails, SQL, tables, diffs and links. Null if nothing is
 * recognised. Each part limits its size and time. Secrets are left out.
 */
export function argumentsByKind(
  text: string,
  call: { tool: string; provider: string | null; schemaText: string | null },
): ByKind | null {
  const { tool, provider } = call;
  const reader = new KindReader({ tool, provider, descriptions: descriptionsOf(call.schemaText) });
  const root = parseJson(text);
  reader.visit(root, []);
  return reader.found(root);
}

function descriptionsOf(schemaText: string | null): Map<string, string> {
  if (schemaText === null || schemaText.length > SCHEMA_CHARS_MAX) return new Map();
  try {
    const properties = objectOf(member(objectOf(parseJson(schemaText)), "properties"));
    return new Map(
      properties?.members.flatMap(({ key, value }) => {
        const said = member(objectOf(value), "description");
        return said?.kind === "string" ? [[key, said.value] as const] : [];
      }),
    );
  } catch (error) {
    if (error instanceof JsonError) return new Map();
    throw error;
  }
}

class KindReader {
  private readonly parts: KindPart[] = [];
  private readonly links = new LinkReader();
  private readonly covered = new Set<string | number>();
  private more = 0;

  constructor(private readonly call: CallHints) {}

  visit(node: JsonNode, keys: Keys): void {
    if (isSecret(keys)) return;
    if (node.kind === "object") this.object(node, keys);
    else if (node.kind === "array") this.array(node.items, keys);
    else if (node.kind === "string") this.string(node.value, keys);
  }

  private object(node: ObjectNode, keys: Keys): void {
    const mail = this.isFull ? null : readMail(node, this.call, this.links);
    const pair = mail || this.isFull ? null : readPair(node);
    if (mail) this.add({ kind: "email", at: pathOfKeys(keys), mail }, keys, node, mail.others);
    if (pair) this.add({ kind: "diff", at: pathOfKeys(keys), diff: pair }, keys, node, pair.others);
    const others = mail?.others ?? pair?.others;
    for (const { key, value } of node.members)
      if (!others || others.includes(key)) this.visit(value, [...keys, key]);
  }

  private array(items: readonly JsonNode[], keys: Keys): void {
    const [first] = items;
    const isMany = first?.kind === "object" && !this.isFull;
    const isOther = isMany && (readMail(first, this.call, new LinkReader()) ?? readPair(first)) !== null;
    const table = isMany && !isOther ? readTable(items, keys) : null;
    if (table) this.add({ kind: "table", at: pathOfKeys(keys), table }, keys);
    for (const [index, item] of items.entries())
      if (table) this.linksIn(item, [...keys, index]);
      else this.visit(item, [...keys, index]);
  }

  private string(text: string, keys: Keys): void {
    const files = readUnified(text);
    for (const diff of files ?? []) this.add({ kind: "diff", at: pathOfKeys(keys), diff }, keys);
    if (files) return;
    if (isSql(text, keys, this.call)) {
      if (this.isFull) this.more += 1;
      else this.add({ kind: "sql", at: pathOfKeys(keys), sql: readSql(text) }, keys);
    }
    this.links.text(text);
  }

  /** A table shows its texts already, so only its links are read. */
  private linksIn(node: JsonNode, keys: Keys): void {
    if (isSecret(keys)) return;
    if (node.kind === "string") this.links.text(node.value);
    else if (node.kind === "array")
      for (const [index, item] of node.items.entries()) this.linksIn(item, [...keys, index]);
    else if (node.kind === "object")
      for (const { key, value } of node.members) this.linksIn(value, [...keys, key]);
  }

  private get isFull(): boolean {
    return this.parts.length >= PARTS_MAX;
  }

  private add(part: KindPart, keys: Keys, node?: ObjectNode, others: readonly string[] = []): void {
    if (this.isFull) {
      this.more += 1;
      return;
    }
    this.parts.push(part);
    const [first] = keys;
    if (first !== undefined) this.covered.add(first);
    else for (const { key } of node?.members ?? []) if (!others.includes(key)) this.covered.add(key);
  }

  found(root: JsonNode): ByKind | null {
    const links = this.links.links();
    if (this.parts.length === 0 && links === null) return null;
    const warnings = this.parts.flatMap(warningsOf);
    for (const { warnings: said, host } of links?.hosts ?? [])
      for (const one of said) warnings.push(`Link to ${host}: ${one}`);
    return {
      parts: this.parts,
      more: this.more,
      links,
      rest:
        root.kind === "object"
          ? root.members.map(({ key }) => key).filter((key) => !this.covered.has(key))
          : [],
      warnings: warnings.slice(0, WARNINGS_MAX),
    };
  }
}

function warningsOf(part: KindPart): string[] {
  if (part.kind === "email") return mailWarnings(part.mail);
  return part.kind === "sql" ? part.sql.warnings : [];
}
