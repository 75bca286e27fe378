import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { PasskeyHolders } from "@/lib/auth/passkeys/types";

/** Who could approve a critical call with a passkey now, with a warning if no one could. */
export function PasskeysNow({ holders, isOn }: { holders: PasskeyHolders | null; isOn: boolean }) {
  if (holders === null)
    return isOn
      ? "No one can approve critical calls here: browsers make no passkeys for this address. It has to be https with a name, or localhost."
      : "Browsers make no passkeys for this address: it has to be https with a name, or localhost.";
  const { deciders, withPasskey, without } = holders;
  if (withPasskey === 0)
    return (
      <span className="text-risk-high">
        {isOn
          ? "No one who may decide here has a passkey, so no one can approve a critical call. Each person can add one in their profile."
          : "No one who may decide here has a passkey. If you require one, critical calls wait until an approver or administrator adds one in their profile."}
      </span>
    );
  const others = deciders - withPasskey - without.length;
  return (
    <>
      {`${withPasskey} of ${counted(deciders, "person", "people")} who may decide here ${withPasskey === 1 ? "has" : "have"} a passkey.`}
      {without.length > 0 && " Without one: "}
      {without.map((name, at) => (
        <span key={name}>
          {at > 0 && ", "}
          <Untrusted>{name}</Untrusted>
        </span>
      ))}
      {others > 0 && ` and ${others} more`}
      {without.length > 0 && "."}
    </>
  );
}
