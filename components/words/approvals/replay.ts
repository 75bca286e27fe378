/** Telling the gateway once more. */
export const REPLAY = {
  verb: "Send again…",
  title: "Send this callback again?",
  note: "The same event with the same id goes out once more. A gateway that has acted on it already recognises it and does nothing.",
  submit: "Send again",
  pending: "Sending…",
};
