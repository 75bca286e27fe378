import { lexer, type Tokens } from "marked";

/**
 * A runnable example. Examples live in the pages only: the reference shows them from there, and a
 * test runs each one and compares the status.
 */
export type Example = {
  name: string;
  language: string;
  text: string;
  /** The expected status; null for programs. */
  status: number | null;
  /** Variables for later examples, each with the path of its value in the response. */
  saves: readonly { variable: string; path: string }[];
  method: string;
  /** The path it calls, without the query and with variables unexpanded. */
  path: string | null;
};

type Answer = { of: string; text: string };

/** The language and the settings of a code block: `sh example="Approve" status=200`. */
export function readInfo(info: string): { language: string; settings: Readonly<Record<string, string>> } {
  const [language = "", ...rest] = info.split(" ");
  const pairs = rest.join(" ").matchAll(/([a-z]+)=(?:"([^"]*)"|(\S+))/g);
  return {
    language,
    settings: Object.fromEntries([...pairs].map(([, name, quoted, bare]) => [name, quoted ?? bare ?? ""])),
  };
}

const codeBlocks = (markdown: string) =>
  lexer(markdown).filter((token): token is Tokens.Code => token.type === "code");

/** The examples of a page, in the order they run. */
export function examplesOf(markdown: string): Example[] {
  return codeBlocks(markdown).flatMap(({ lang, text }) => {
    const { language, settings } = readInfo(lang ?? "");
    if (settings.example === undefined) return [];
    const address = /\$COUNTERSIGN_URL([^\s"?]+)/.exec(text)?.[1] ?? null;
    return [
      {
        name: settings.example,
        language,
        text,
        status: settings.status ? Number(settings.status) : null,
        saves: (settings.save ?? "")
          .split(",")
          .filter(Boolean)
          .map((pair) => {
            const [variable = "", path = ""] = pair.split(":");
            return { variable, path };
          }),
        method: /-X ([A-Z]+)/.exec(text)?.[1]?.toLowerCase() ?? (/\s-d /.test(text) ? "post" : "get"),
        path: address,
      },
    ];
  });
}

/** Responses shown on a page, each with the name of its example. */
export function answersOf(markdown: string): Answer[] {
  return codeBlocks(markdown).flatMap(({ lang, text }) => {
    const of = readInfo(lang ?? "").settings.answers;
    return of === undefined ? [] : [{ of, text }];
  });
}

/** Whether the example calls this operation: `/approvals/$APPROVAL_ID` is `/approvals/{id}`. */
export function calls(example: Example, method: string, path: string): boolean {
  return (
    example.method === method &&
    example.path?.replace(/\$\w+/g, "{}") === path.replace(/\{\w+\}/g, "{}") &&
    (example.status ?? 0) < 300
  );
}
