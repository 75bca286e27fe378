import { parseArgs } from "node:util";

/** Unreadable input: a wrong option, a missing file, a text that is not a list of tools. */
export class BadInput extends Error {}

const FORMATS = ["text", "json", "sarif"] as const;

type Format = (typeof FORMATS)[number];

export type Options = {
  file: string;
  format: Format;
  /** More warnings fail. */
  maxWarnings: number;
  serverManaged: string[];
};

export const USAGE = `countersign-lint: finds what in the definitions of MCP tools makes agents fail

  countersign-lint tools.json          a tools/list result, a JSON-RPC response with one, or a list of tools
  … | countersign-lint                 the same, piped in

  --format text|json|sarif             for people (default), for scripts, for code scanning
  --max-warnings N                     how many warnings are let through (0); -1 lets all through
  --server-managed id,tenant_id        names of fields that your server fills in itself
  --help, --version

Exit code: 0 nothing above --max-warnings, 1 more warnings, 2 what was given cannot be read.
`;

/**
 * Parses the command line; \`help\` and \`version\` end parsing.
 * @throws BadInput with the message to show
 */
export function parseOptions(args: readonly string[]): Options | "help" | "version" {
  const { values, positionals } = parsed(args);
  if (values.help) return "help";
  if (values.version) return "version";
  if (positionals.length > 1)
    throw new BadInput("One file at a time; put the tools of one server into one list.");
  const format = FORMATS.find((one) => one === (values.format ?? "text"));
  if (!format) throw new BadInput(`--format is one of ${FORMATS.join(", ")}, not "${values.format}".`);
  const most = values["max-warnings"] ?? "0";
  if (!/^(?:-1|\d{1,9})$/.test(most)) throw new BadInput(`--max-warnings is a whole number, not "${most}".`);
  return {
    file: positionals[0] ?? "-",
    format,
    maxWarnings: most === "-1" ? Number.POSITIVE_INFINITY : Number(most),
    serverManaged: (values["server-managed"] ?? [])
      .flatMap((names) => names.split(","))
      .filter((name) => name !== ""),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: withValues(args),
      allowPositionals: true,
      options: {
        format: { type: "string" },
        "max-warnings": { type: "string" },
        "server-managed": { type: "string", multiple: true },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new BadInput(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
}

/** `--max-warnings -1`: joins a value that looks like an option to its option. */
function withValues(args: readonly string[]): string[] {
  const at = args.findIndex((arg, index) => arg === "--max-warnings" && args[index + 1] === "-1");
  return at === -1 ? [...args] : [...args.slice(0, at), "--max-warnings=-1", ...args.slice(at + 2)];
}
