/** What stands in the place of a page that does not exist. */
export const NOT_FOUND = {
  title: "There is nothing at this address",
  note: "The address may be mistyped, or what it shows was deleted or belongs to a tenant you may not see. If a colleague sent you the link, ask them for the tenant, and an administrator for access to it.",
  away: "Go to approvals",
};
