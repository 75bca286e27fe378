import { useState } from "react";

/**
 * The new choice, shown before the server has saved it. A refusal restores the previous one; a
 * value changed elsewhere wins.
 */
export function useChosen<T>(
  saved: T,
): [T, (next: T, save: () => Promise<{ ok: boolean } | null>) => Promise<boolean>] {
  const [state, setState] = useState({ saved, chosen: saved });
  if (state.saved !== saved) setState({ saved, chosen: saved });
  const choose = async (next: T, save: () => Promise<{ ok: boolean } | null>) => {
    const before = state.chosen;
    setState({ saved, chosen: next });
    const result = await save();
    if (result?.ok) return true;
    setState((now) => ({ ...now, chosen: before }));
    return false;
  };
  return [state.saved === saved ? state.chosen : saved, choose];
}
