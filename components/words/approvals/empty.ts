import { counted } from "../counted";

export const EMPTY = {
  calm: "Nothing needs you.",
  lastDecision: "Last decision",
  by: "by",
  firstTitle: "No call has been sent yet.",
  firstText:
    "A gateway asks here before it runs a risky tool. Register one and send a test call from a terminal: it appears in this list within a second.",
  firstCommands: [
    "npm run countersign -- gateway create --name my-gateway --tenants acme",
    "npm run countersign -- send-test --gateway my-gateway",
  ],
  filtered: "No call fits these filters.",
  clear: "Clear the filters",
  decided: "Nothing has been decided yet.",
  attention:
    "Nothing needs attention: everything approved was done and every gateway was told, or somebody has dealt with it.",
  selectTitle: "Select a call to read it",
  selectHint: "J and K move through the list, Enter opens, ? shows all keys.",
  waiting: (mine: number, all: number) =>
    all === 0
      ? "Nothing is waiting."
      : `${counted(mine, "call", "calls")} ${mine === 1 ? "waits" : "wait"} for you${mine === all ? "" : `, ${all.toLocaleString("en")} in all`}.`,
};
