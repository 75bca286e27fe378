import { counted } from "../counted";

/** Taking a call upon oneself. */
export const CLAIM = {
  has: (name: string) => `${name} has it`,
  takeOver: (name: string) => `${name} has it. Take over…`,
};

/** Putting calls off for oneself. */
export const SNOOZE = {
  ends: (calls: number, deadline: string) =>
    calls === 1
      ? `It ends at ${deadline}, before it would come back: it would then expire undecided without you.`
      : `The first of them ends at ${deadline}, before they would come back: it would then expire undecided without you.`,
};

/** Who else has the call open. */
export const PRESENCE = {
  looking: (names: readonly string[]) => {
    const [first = "", second = ""] = names;
    if (names.length === 1) return `${first} is looking`;
    if (names.length === 2) return `${first} and ${second} are looking`;
    return `${first} and ${counted(names.length - 1, "other", "others")} are looking`;
  },
};
