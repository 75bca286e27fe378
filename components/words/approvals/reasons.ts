/** The dialogs that ask for a reason. */
export const REASONS = {
  rejectNote: "The agent and the caller are told this reason.",

  presets: [
    "Wrong target or recipient",
    "Affects more than was asked for",
    "Not now",
    "Nobody asked for this",
    "Already done another way",
    "Other",
  ],

  reasonMissing: "Say why: the agent needs a reason to do better.",
};
