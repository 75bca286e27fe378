import { lexer, type Tokens } from "marked";

/**
 * An example of our pages that runs. The pages are the one place for examples: the reference shows them from there,
 * and a test runs each against the product and compares the status.
 */
export type Example = {
  name: string;
  language: string;
  text: string;
  /** The status it has to be answered with; null for programs. */
  status: number | null;
  /** Variables that later examples use, by the path of their value in the answer. */
  saves: readonly { variable: string; path: string }[];
  method: string;
  /** The address it calls, without the query, with variables as written there. */
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

/** The examples of a page, in the order in which they have to run. */
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

/** Answers that a page shows, each with the name of the example that is answered so. */
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
