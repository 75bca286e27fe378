/** The sheet of keys, and the keys that work on every page. */
export const KEYS = {
  title: "Keys",
  note: "Single keys work while you are not typing. Switch them off or change them in your profile.",
  off: "Single keys are switched off in your profile. Keys with ⌘ or Ctrl still work.",
  profile: "Change keys",
  andThen: "then",
  none: "none",
  palette: "Search or jump to anything",
  sidebar: "Fold or unfold the sidebar",
};

export const KEY_GROUPS = {
  everywhere: "Everywhere",
  goTo: "Go to",
  lists: "Lists",
  approvals: "Approvals",
  tools: "Tools",
  gateways: "Gateways",
};

/** What the keys of every page do. */
export const KEY_LABELS = {
  next: "Next row",
  previous: "Previous row",
  open: "Open the row",
  back: "Back to the list",
  search: "Search",
  filter: "Filters",
  select: "Select the row; with Shift, all up to it",
  newRows: "Show what is new",
  undo: "Undo",
  copyLink: "Copy the link to this page",
  sheet: "This sheet",
};
