import { Icon } from "../icon";
import type { Draft } from "./use-draft";

/** Says that a text was typed earlier, and offers to drop it. */
export function DraftNotice({ draft }: { draft: Pick<Draft<object>, "restored" | "discard"> }) {
  return (
    <div role="status" className="empty:hidden">
      {draft.restored ? (
        <p className="flex items-center gap-1.5 text-fg-muted text-xs">
          <Icon name="edit" size={12} />
          Draft restored ·
          <button
            type="button"
            onClick={draft.discard}
            className="min-h-6 underline underline-offset-2 hover:text-fg max-sm:min-h-12"
          >
            Discard
          </button>
        </p>
      ) : null}
    </div>
  );
}
