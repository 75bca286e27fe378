"use client";

import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { Link } from "@/components/ui/link";
import { bindingId, keyOf, type Remap } from "./binding";
import { Keys } from "./keys";
import { KEY_REGISTRY } from "./registry";

/** All keys, as this person has set them. */
export function KeySheet({
  enabled,
  remap,
  onClose,
}: {
  enabled: boolean;
  remap: Remap;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keys"
      description={
        enabled
          ? "Single keys work while you are not typing. Switch them off or change them in your profile."
          : "Single keys are switched off in your profile. Keys with ⌘ or Ctrl still work."
      }
      kind="wide"
    >
      <div className="gap-8 sm:columns-2">
        <SheetGroup
          rows={[
            ["⌘ K", "Search or jump to anything"],
            ["⌘ B", "Fold or unfold the sidebar"],
          ]}
        />
        <SheetGroup
          title="In a dialog"
          rows={[
            ["1 … 9", "Choose by number"],
            ["↵", "Submit; in text of several lines, with ⌘ or Ctrl"],
            ["Esc", "Leave the field, then the dialog"],
          ]}
        />
        {enabled &&
          KEY_REGISTRY.map(({ title, bindings }) => (
            <section key={title} className="mb-5 break-inside-avoid">
              <h3 className="mb-1.5 text-sm font-bold">{title}</h3>
              <dl className="grid grid-cols-[88px_1fr] gap-y-1.5 text-sm">
                {bindings.map((binding) => (
                  <div key={bindingId(binding) + binding.act} className="contents">
                    <dt>
                      <Keys of={keyOf(binding, remap)} />
                    </dt>
                    <dd>{binding.label}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <Link href="/settings/profile#keys" onClick={onClose} className="text-sm text-accent hover:underline">
        Change keys
      </Link>
    </Dialog>
  );
}

function SheetGroup({ title, rows }: { title?: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section className="mb-5 break-inside-avoid">
      {title && <h3 className="mb-1.5 text-sm font-bold">{title}</h3>}
      <dl className="grid grid-cols-[88px_1fr] gap-y-1.5 text-sm">
        {rows.map(([keys, label]) => (
          <div key={keys} className="contents">
            <dt>
              <Kbd>{keys}</Kbd>
              <span className="sr-only">{keys}</span>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
