/** Filters kept under a name. */
export const SAVED = {
  save: "Save view…",
  title: "Save this view",
  note: "Only you see it, in the sidebar, with the number of calls it finds.",
  name: "Name",
  submit: "Save",
  saving: "Saving…",
  saved: (name: string) => `Saved as ${name}.`,
  rename: "Rename…",
  renameTitle: "Rename this view",
  renameSubmit: "Rename",
  delete: "Delete view",
  deleted: (name: string) => `${name} was deleted.`,
  back: "Go back",
  menu: (name: string) => `Saved view ${name}`,
};
