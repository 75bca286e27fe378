/** Why a recipient is notified, as it is stored with the notification. */
export type Why =
  | { rule: "decides"; groups: readonly string[] }
  | { rule: "deputy"; of: string }
  | { rule: "told" }
  | { rule: "asked" }
  | { rule: "approved" }
  | { rule: "admin" }
  | { rule: "reviews" }
  | { rule: "chosen" }
  | { rule: "destination"; name: string; group: string | null }
  | { rule: "tested" };

/** The same in one sentence to the recipient. */
export function whyWords(why: Why, tenant: string): string {
  switch (why.rule) {
    case "decides":
      return why.groups.length > 0
        ? `You get this because you belong to ${listed(why.groups)} and may decide this call of ${tenant}.`
        : `You get this because you may decide calls of ${tenant}.`;
    case "deputy":
      return `You get this because you decide for ${why.of} at present.`;
    case "told":
      return "You get this because you were notified that this call was waiting.";
    case "asked":
      return "You get this because this call was waiting for you.";
    case "approved":
      return "You get this because you approved this call.";
    case "admin":
      return `You get this because you administer ${tenant}.`;
    case "reviews":
      return `You get this because you may review approvals of ${tenant}.`;
    case "chosen":
      return "You get this because you chose it in your notification settings.";
    case "destination":
      return why.group === null
        ? `This goes to the destination ${why.name} of ${tenant}.`
        : `This goes to the destination ${why.name}, for the group ${why.group} in ${tenant}.`;
    case "tested":
      return "You get this because the test button was pressed.";
  }
}

function listed(names: readonly string[]): string {
  if (names.length === 1) return `the group ${names[0]}`;
  return `the groups ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
