/** How approving is confirmed. */
export const APPROVE = {
  typeToUnlock: (what: "count" | "target") =>
    what === "count" ? "to unlock" : "to unlock, exactly as it stands",
  type: "Type",
  typeLabel: (what: "count" | "target") =>
    what === "count" ? "Type the count to unlock approval" : "Type the target to unlock approval",
  again: "Press again to confirm",
  againHint: "Enter confirms, Esc steps back",
  cancel: "Cancel",
  confirmTitle: (risk: string) => `${risk} risk: is this what should happen?`,
  confirmNote: "It starts as soon as the gateway is told of the approval.",
};
