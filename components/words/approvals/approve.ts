/** How approving is confirmed. */
export const APPROVE = {
  typeLabel: (what: "count" | "target") =>
    what === "count" ? "Type the count to unlock approval" : "Type the target to unlock approval",
};
