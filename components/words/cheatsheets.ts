import { counted } from "./counted";

/** What the pages of cheatsheets and of known tools say in our own voice. */
export const SHEETS = {
  title: "Cheatsheets",
  description:
    "What an agent should read before it uses a provider’s tools: pitfalls, the order of steps, examples that work. Agents read the text as it is.",
  table: "Providers and their cheatsheets",
  provider: "Provider",
  tools: "Tools",
  sheet: "Cheatsheet",
  size: "Size",
  etag: "ETag",
  updated: "Published",
  by: "by",
  none: "None yet",
  countTools: (n: number) => counted(n, "tool"),
  write: "Write one",
  writeFor: (provider: string) => `Write the cheatsheet of ${provider}`,
  noneFor: "Nobody has written this one yet.",
  shared: "Shared by all gateways",
  own: (gateway: string) => `Only for ${gateway}`,
  empty: "No provider yet",
  emptyHint: "Providers appear here once a gateway lists their tools.",
  how: "How agents get it",
  howHint:
    "A gateway fetches it with its key and serves it to agents as an MCP resource; the reference gateway does both automatically. A gateway may use its copy for an hour; after that the ETag tells it whether the text has changed.",
  resource: "MCP resource",
  command: "Command",
  copyCommand: "Copy the command",
  loading: "Reading the cheatsheets",
  example: "resend",
} as const;

export const EDITOR = {
  title: (provider: string) => `Cheatsheet of ${provider}`,
  which: "Whose cheatsheet",
  text: "Text, in Markdown",
  preview: "How people read it",
  previewEmpty: "Nothing written yet.",
  previewNote: "Agents get the text itself.",
  views: "Text or preview",
  write: "Text",
  read: "Preview",
  size: (bytes: number, max: number) => `${kib(bytes)} of ${kib(max)}`,
  tooLarge: (max: number) => `Too large: at most ${kib(max)}. Nothing can be published until it is shorter.`,
  published: "Published",
  version: (n: number) => `Version ${n.toLocaleString("en")}`,
  notPublished: "Not published yet",
  publish: "Publish",
  publishing: "Publishing…",
  unchanged: "Same as what is published",
  reach: (tools: number) => `Reaches agents that use ${counted(tools, "tool")}, within the hour.`,
  done: "Published. Agents get it within the hour.",
  undone: "The previous text is published again.",
  draft: "Your draft was kept in this browser. It is not published.",
  discard: "Discard the draft",
  stale: (by: string) =>
    `${by} published another text while you were writing. Yours is kept here and was not published: compare the two.`,
  staleNone:
    "The cheatsheet was published or removed while you were writing. Yours is kept here and was not published.",
  keepMine: "Publish mine over it",
  takeTheirs: "Take theirs",
  diff: "Theirs and yours, line by line",
  versions: "Published texts",
  versionsHint: (n: number) => `The newest ${n} are kept.`,
  load: "Load into the editor",
  loadVersion: (n: number) => `Load version ${n} into the editor`,
  open: "Show",
  loaded: (n: number) => `Version ${n} is in the editor; publish it to make it the newest.`,
  readOnly: "Administrators of all tenants publish cheatsheets.",
} as const;

/** Bytes as "1.4 KiB". */
export function kib(bytes: number): string {
  return bytes < 1_024 ? `${bytes} B` : `${(bytes / 1_024).toFixed(bytes < 10 * 1_024 ? 1 : 0)} KiB`;
}

export const KNOWN = {
  title: "What agents are told",
  description:
    "The block of known tools for a prompt: types, choices and required parameters, within a budget of characters. When the budget is small, details are dropped first, then tools.",
  filter: "Choose what is in the block",
  provider: "Provider",
  gateway: "Gateway",
  budget: "Budget, characters",
  format: "Format",
  formats: { text: "Text", json: "JSON" },
  any: "All",
  copy: "Copy the block",
  block: "Known tools",
  used: (length: number, budget: number) =>
    `${length.toLocaleString("en")} of ${budget.toLocaleString("en")} characters, about ${Math.ceil(length / 4).toLocaleString("en")} tokens.`,
  tools: (n: number) => `Of ${counted(n, "tool")}.`,
  none: "No tool to list",
  noneHint: "Tools appear once a gateway lists them.",
  command: "Copy the command that fetches it",
} as const;
