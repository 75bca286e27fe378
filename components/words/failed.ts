/** What stands in the place of a page that does not exist. */
export const NOT_FOUND = {
  title: "There is nothing at this address",
  note: "It may have been mistyped or deleted, or it is about something you may not see. If somebody sent you the link, ask them which tenant it belongs to and an administrator whether you may see that tenant.",
  away: "Go to approvals",
};
