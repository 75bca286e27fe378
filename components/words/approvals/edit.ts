/** Edit and approve. */
export const EDIT = {
  editTitle: "Edit the arguments",
  editNote: "What you approve here runs instead of what was asked. Earlier approvals are void.",
  editLabel: "Arguments (JSON)",
  editSame: "Nothing is different yet.",
  editChanges: "What you changed",
  editDo: (approve: string) => approve.replace(/^Approve/, "Approve edited"),
  editReason: "Reason (optional, kept in the activity log)",
  editNotObject: "The arguments have to be a JSON object.",
  editLine: (line: number, column: number) => `line ${line}, column ${column}`,
  editRestore: "Start over",
  goBack: "Go back",
};
