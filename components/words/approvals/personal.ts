import { counted } from "../counted";

/** Taking a call upon oneself. */
export const CLAIM = {
  claim: "Claim",
  mine: "You have it",
  release: "Let go",
  has: (name: string) => `${name} has it`,
  takeOver: (name: string) => `${name} has it. Take over…`,
  done: (until: string) => `You have this call until ${until}.`,
  released: "You let go of the call.",
  reserveRow: (what: string) => `Claim: ${what}`,
  releaseRow: (what: string) => `Let go: ${what}`,
};

export const TAKE_OVER = {
  title: (name: string) => `Take this call over from ${name}`,
  note: "They see your word in the call’s timeline. It stays possible for both of you to decide.",
  word: "A word to them",
  missing: "Say a word: they should not have to guess.",
  submit: "Take over",
  pending: "Taking over…",
  back: "Go back",
};

/** Putting calls off for oneself. */
export const SNOOZE = {
  verb: "Snooze…",
  row: (what: string) => `Snooze: ${what}`,
  wake: "End snooze",
  until: "Snoozed until",
  done: (calls: number, until: string) =>
    calls === 1 ? `Snoozed until ${until}.` : `${counted(calls, "call", "calls")} snoozed until ${until}.`,
  woken: "The snooze is over.",
  left: (until: string) => `Snoozed until ${until}`,
  title: (calls: number) => (calls === 1 ? "Snooze this call" : `Snooze ${counted(calls, "call", "calls")}`),
  note: "Only for you: others still see it, and its deadline stays where it is. It comes back by itself.",
  when: "Until when?",
  quarter: "15 minutes",
  hour: "1 hour",
  tomorrow: "Tomorrow 9:00",
  custom: "Another time",
  customLabel: (zone: string) => `Day and time (${zone})`,
  past: "This time has passed. Choose a later one.",
  ends: (calls: number, deadline: string) =>
    calls === 1
      ? `It ends at ${deadline}, before it would come back: it would then expire undecided without you.`
      : `The first of them ends at ${deadline}, before they would come back: it would then expire undecided without you.`,
  submit: "Snooze",
  submitAnyway: "Snooze past the deadline",
  pending: "Snoozing…",
  back: "Go back",
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
