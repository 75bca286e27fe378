import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PasskeyHolders } from "@/lib/auth/passkeys/types";
import { PasskeysNow } from "./passkey-coverage";

const said = (holders: PasskeyHolders | null, isOn = false) =>
  renderToStaticMarkup(<PasskeysNow holders={holders} isOn={isOn} />).replace(/<[^>]*>/g, "");

test("whoever asks for passkeys is told before who has none, and that nobody could approve", () => {
  expect(said({ deciders: 3, withPasskey: 1, without: ["Ines", "Tom"] })).toBe(
    "1 of 3 people who may decide here has a passkey. Without one: Ines, Tom.",
  );
  expect(said({ deciders: 9, withPasskey: 2, without: ["A", "B", "C", "D", "E"] })).toBe(
    "2 of 9 people who may decide here have a passkey. Without one: A, B, C, D, E and 2 more.",
  );
  expect(said({ deciders: 2, withPasskey: 2, without: [] })).toBe(
    "2 of 2 people who may decide here have a passkey.",
  );
  const nobody = { deciders: 2, withPasskey: 0, without: ["Ines", "Tom"] };
  expect(said(nobody)).toContain("critical calls wait until an approver or administrator adds one");
  expect(said(nobody, true)).toContain("so no one can approve a critical call");
  expect(said(null, true)).toContain("No one can approve critical calls here");
});
