import { useEffect, useMemo, useRef, useState } from "react";
import { useDraft } from "@/components/ui/draft/use-draft";
import { useAct } from "@/components/ui/use-act";
import { previewRule } from "@/lib/approvals/remembered/actions";
import { EXPIRES_SECONDS, type Remember, type RememberPreview, USES } from "@/lib/approvals/remembered/types";
import { firstLimit, type PartDraft, type RememberDraft, rememberOf, type Way } from "./remember-draft";

// Waits for a pause in typing before it asks.
const SETTLED_MS = 350;

const FIRST: RememberDraft = {
  ...{ expiresInSeconds: EXPIRES_SECONDS.usual, uses: String(USES.usual), anyAgent: false, parts: {} },
};

/** The draft of the rule, and the server's preview of it. */
export function useRemember(id: string) {
  const kept = useDraft(`remember ${id}`, FIRST);
  const draft = kept.value;
  const [shown, setShown] = useState<{ of: string; preview: RememberPreview } | null>(null);
  const act = useAct(previewRule);
  const { run } = act;
  const parts = shown?.preview.parts ?? null;
  const kinds = useMemo(
    () => Object.fromEntries((parts ?? []).map(({ path, kind }) => [path, kind])),
    [parts],
  );
  const said = rememberOf(draft, kinds);
  const remember: Remember | null = "remember" in said ? said.remember : null;
  const text = remember && JSON.stringify(remember);
  const asked = useRef(false);
  useEffect(() => {
    if (text === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const result = await run({ id, remember: JSON.parse(text) as Remember });
      // A request was pending: this one follows it.
      if (result === null) timer = setTimeout(ask, SETTLED_MS);
      else if (result.ok) setShown({ of: text, preview: result.preview });
    };
    timer = setTimeout(ask, asked.current ? SETTLED_MS : 0);
    asked.current = true;
    return () => clearTimeout(timer);
  }, [id, text, run]);
  const change = (over: Partial<RememberDraft>) => kept.set(over);
  const setPart = (path: string, part: PartDraft) => kept.set({ parts: { ...draft.parts, [path]: part } });
  return {
    draft,
    kept,
    preview: shown?.preview ?? null,
    /** The preview belongs to the current draft. */
    isCurrent: text !== null && shown?.of === text,
    remember,
    wrong: "wrong" in said ? said.wrong : null,
    problem: act.problem,
    change,
    setPart,
    setWay: (part: RememberPreview["parts"][number], way: Way) =>
      setPart(part.path, { way, text: firstLimit(way, part) }),
  };
}
