"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  bindingId,
  conflictsOf,
  type KeyBinding,
  keyNames,
  type Remap,
} from "@/components/shell/keys/binding";
import { ALL_KEYS, KEY_REGISTRY } from "@/components/shell/keys/registry";
import { ActNotice } from "@/components/ui/act-notice";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Card, Section } from "@/components/ui/page";
import { savePreferencesAction } from "@/lib/auth/people/actions";
import type { UserPreferences } from "@/lib/auth/people/types";
import { KeyRow } from "./key-row";
import { useChosen } from "./use-chosen";
import { useSaving } from "./use-saving";

/** Switches single keys on or off and remaps them (WCAG 2.1.4). */
export function KeyEditor({ preferences: { enabled, remap } }: { preferences: UserPreferences["keys"] }) {
  const router = useRouter();
  const [trouble, setTrouble] = useState<{ id: string; text: string } | null>(null);
  const [on, chooseOn] = useChosen(enabled);
  const act = useSaving();

  const change = (binding: KeyBinding, key: string | null) => {
    const id = bindingId(binding);
    const text = key === null ? null : conflictText(remap, id, key);
    setTrouble(text === null ? null : { id, text });
    if (text === null) void act.run({ keys: { remap: withKey(remap, id, key, binding.key) } });
  };

  return (
    <Section
      id="keys"
      title="Keys"
      description="Single keys work while you are not typing. Switch them off if you control your computer by voice or press keys by accident. Keys with ⌘ or Ctrl always work."
      actions={
        Object.keys(remap).length > 0 && (
          <ConfirmAct
            size="sm"
            icon="undo"
            label="Reset all keys…"
            title="Reset all keys?"
            description="Every key goes back to its default."
            confirm="Reset them"
            act={() => savePreferencesAction({ keys: { remap: {} } })}
            onDone={() => router.refresh()}
          />
        )
      }
    >
      <Card className="flex flex-col gap-4">
        <Checkbox
          label="Single keys on"
          checked={on}
          onChange={(event) => {
            const wanted = event.target.checked;
            void chooseOn(wanted, () => act.run({ keys: { enabled: wanted } }));
          }}
        />
        <ActNotice problem={act.problem} />
        {on && (
          <div className="gap-10 md:columns-2">
            {KEY_REGISTRY.map(({ title, bindings }) => (
              <section key={title} className="mb-4 break-inside-avoid">
                <h3 className="mb-1 text-sm font-bold">{title}</h3>
                <ul>
                  {bindings.map((binding) => (
                    <KeyRow
                      key={bindingId(binding)}
                      binding={binding}
                      remap={remap}
                      busy={act.pending}
                      trouble={trouble?.id === bindingId(binding) ? trouble.text : null}
                      change={(key) => change(binding, key)}
                      begin={() => setTrouble(null)}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </Card>
    </Section>
  );
}

function conflictText(remap: Remap, id: string, key: string): string | null {
  const [other] = conflictsOf(ALL_KEYS, remap, id, key);
  return other
    ? `${keyNames(key).join(" ")} already does “${other.label}”. The key was not changed; choose another key, or change that one first.`
    : null;
}

/** The remap with a new key for one action; its default key or null removes the change. */
function withKey(remap: Remap, id: string, key: string | null, first: string): Record<string, string> {
  const { [id]: _before, ...others } = remap;
  return key === null || key === first ? others : { ...others, [id]: key };
}
