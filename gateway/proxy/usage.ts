/** Flags, with variable and meaning. Flags win over variables. */
const SETTINGS: readonly [flag: string, variable: string, meaning: string][] = [
  ["--url", "COUNTERSIGN_URL", "Countersign's origin, for example http://localhost:3000 (required)"],
  ["--tenant", "COUNTERSIGN_TENANT", "tenant that the calls belong to (required)"],
  ["--provider", "PROVIDER", "short name of the upstream server (required)"],
  ["--mode", "GATEWAY_MODE", "callback (default) or reissue"],
  ["--listen", "LISTEN", "serve MCP over Streamable HTTP at host:port instead of stdio"],
  ["--callback-listen", "CALLBACK_LISTEN", "host:port that receives callbacks"],
  ["--callback-path", "CALLBACK_PATH", "path that receives callbacks (/hooks/countersign)"],
  ["--callback-url", "CALLBACK_URL", "callback URL sent with each call"],
  ["--ratings", "RATINGS_FILE", "JSON file with ratings by tool"],
  ["--approvers", "APPROVERS_FILE", "file with pinned public keys of approvers"],
  ["--signed-tools", "SIGNED_TOOLS", "tools that need a signed approval, comma-separated (*)"],
  ["--on-behalf-of", "ON_BEHALF_OF", "person that the agent acts for"],
  ["--known-tools", "KNOWN_TOOLS", "off (default), resource or instructions"],
  ["--wait-seconds", "WAIT_SECONDS", "how long a held call keeps its agent waiting (50)"],
  ["--upstream-url", "UPSTREAM_URL", "Streamable HTTP server, instead of a command"],
  ["--cwd", "UPSTREAM_CWD", "folder in which the command starts"],
  ["--resume", "RESUME", "on or off: take up open approvals at start"],
];

export const FLAGS: Readonly<Record<string, string>> = Object.fromEntries(
  SETTINGS.map(([flag, variable]) => [flag, variable]),
);

export const USAGE =
  "Usage: node gateway.mjs [flags] -- COMMAND [ARGS…]   (node gateway.mjs --help lists the flags)";

/** Whether the gateway's own flags (before `--`) ask for help. */
export function asksForHelp(argv: readonly string[]): boolean {
  const split = argv.indexOf("--");
  return argv.slice(0, split === -1 ? undefined : split).some((flag) => flag === "--help" || flag === "-h");
}

/** The text of `--help`. */
export function help(): string {
  const rows = SETTINGS.map(
    ([flag, variable, meaning]) => `  ${flag.padEnd(18)}${variable.padEnd(20)}${meaning}`,
  );
  return `Puts Countersign in front of an MCP server.

Usage:
  node gateway.mjs [flags] -- COMMAND [ARGS…]
  node gateway.mjs [flags] --upstream-url URL

Each flag sets a variable, and wins over it:
${rows.join("\n")}
  --help, -h        ${"".padEnd(20)}print this text
  --version         ${"".padEnd(20)}print the version

Variables without a flag:
  ${"COUNTERSIGN_KEY".padEnd(38)}gateway key, csk_… (required)
  ${"CALLBACK_SECRET".padEnd(38)}signing secret whsec_…, required with CALLBACK_LISTEN

gateway/README.md lists the other variables. Exit codes: 0 stopped, 1 a dependency failed, 2 configuration.
`;
}
