import type { SqlToken } from "./sql-tokens";
import type { SqlKind, SqlLine } from "./types";

const words = (text: string) => new Set(text.split(" "));

/** Begin a line. */
const CLAUSES = words(
  "SELECT FROM WHERE GROUP ORDER HAVING LIMIT OFFSET FETCH UNION EXCEPT INTERSECT VALUES SET RETURNING INSERT UPDATE DELETE MERGE WITH JOIN LEFT RIGHT INNER CROSS FULL NATURAL ALTER CREATE DROP TRUNCATE GRANT REVOKE WINDOW QUALIFY",
);

/** After one of these, a clause's word goes on: `left join`, `for update`, `delete from`. */
const GO_ON = words(
  "LEFT RIGHT INNER OUTER CROSS FULL NATURAL FOR ON DO DELETE INSERT UPDATE MERGE KEY NO ALTER CREATE DROP GRANT REVOKE TABLE IS DISTINCT",
);

const CONDITIONS = words("AND OR");

const KEYWORDS = words(
  "ADD ALL ANALYZE ANY AS ASC BEGIN BETWEEN BY CASCADE CASE COLUMN COMMIT CONFLICT CONSTRAINT DATABASE DEFAULT DESC DISTINCT DO ELSE END EXISTS EXPLAIN FOR FOREIGN IF ILIKE IN INDEX INTO IS KEY LATERAL LIKE NOT NOTHING NULL ON ONLY OUTER OVER PARTITION PRIMARY RECURSIVE REFERENCES RENAME REPLACE ROLLBACK SCHEMA TABLE TEMPORARY THEN TO TOP UNIQUE USING VIEW WHEN FALSE TRUE",
);

const isKeyword = (text: string) => {
  const upper = text.toUpperCase();
  return CLAUSES.has(upper) || CONDITIONS.has(upper) || KEYWORDS.has(upper);
};

const INDENT_MAX = 12;

class Layout {
  readonly lines: SqlLine[] = [];
  private line: SqlLine = { indent: 0, runs: [] };
  /** Open brackets; true for those around a query, whose text begins new lines. */
  private readonly open: boolean[] = [];
  private depth = 0;
  private last = "";
  private between = false;

  /** The number of brackets around queries. */
  private get level(): number {
    return Math.min(this.depth, INDENT_MAX);
  }

  private get isInside(): boolean {
    return this.open.at(-1) === false;
  }

  break(extra = 0): void {
    if (this.line.runs.length > 0) this.lines.push(this.line);
    this.line = { indent: Math.min(this.level * 2 + extra, INDENT_MAX), runs: [] };
  }

  private put(kind: SqlKind, text: string, spaced: boolean): void {
    const space = spaced && this.line.runs.length > 0 ? " " : "";
    const run = this.line.runs.at(-1);
    if (run?.kind === kind) run.text += space + text;
    else {
      if (run && space) run.text += space;
      this.line.runs.push({ kind, text });
    }
  }

  add(token: SqlToken, spaced: boolean, next: string): void {
    const upper = token.kind === "word" ? token.text.toUpperCase() : token.text;
    if (token.kind === "word") this.beforeWord(upper);
    if (upper === ")" && this.open.pop()) {
      this.depth -= 1;
      this.break();
    }
    this.put(kindOf(token), token.text, spaced);
    if (token.kind === "comment" && token.text.startsWith("--")) this.break(1);
    if (upper === "(") this.bracket(next);
    else if (upper === "," && !this.isInside) this.break(1);
    else if (upper === ";") this.statement();
    if (token.kind !== "comment") this.last = upper;
  }

  private beforeWord(upper: string): void {
    const goesOn = upper === "AND" && this.between;
    if (upper === "BETWEEN") this.between = true;
    else if (CONDITIONS.has(upper)) this.between = false;
    if (this.isInside) return;
    if (CLAUSES.has(upper) && !GO_ON.has(this.last)) this.break();
    else if (CONDITIONS.has(upper) && !goesOn) this.break(1);
  }

  private bracket(next: string): void {
    const isQuery = /^(select|with|insert|update|delete)$/i.test(next);
    this.open.push(isQuery);
    if (!isQuery) return;
    this.depth += 1;
    this.break();
  }

  private statement(): void {
    this.open.length = 0;
    this.depth = 0;
    this.between = false;
    this.break();
  }
}

function kindOf({ kind, text }: SqlToken): SqlKind {
  if (kind === "comment" || kind === "text") return kind;
  return kind === "word" && isKeyword(text) ? "keyword" : "plain";
}

/**
 * An SQL text in lines. Only white space between tokens changes: each token stays as written and in
 * its place.
 */
export function sqlLines(tokens: readonly SqlToken[]): SqlLine[] {
  const layout = new Layout();
  const solid = tokens.filter(({ kind }) => kind !== "space");
  let at = 0;
  let spaced = false;
  for (const token of tokens) {
    if (token.kind === "space") {
      spaced = true;
      continue;
    }
    at += 1;
    layout.add(token, spaced, solid[at]?.text ?? "");
    spaced = false;
  }
  layout.break();
  return layout.lines;
}
