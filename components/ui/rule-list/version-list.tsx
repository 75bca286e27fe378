import type { ReactNode } from "react";
import type { Saved } from "@/lib/core/versions";
import { Link } from "../link";
import { Card } from "../page";
import { Untrusted } from "../text/untrusted";
import { Time } from "../time";

type Props<V extends Saved> = {
  /** The versions that are kept, newest first. */
  versions: readonly V[];
  /** What a version holds, after its number. */
  holds: (version: V, isNewest: boolean) => string;
  /** What a version changed. */
  changes?: (version: V) => ReactNode;
  /** The page whose editor loads a version, and the name for it. */
  editor: { href: string; name: string };
  /** Shown while there is no version. */
  empty?: ReactNode;
};

/** Every version that is kept; each but the newest can be loaded into the editor. */
export function VersionList<V extends Saved>({ versions, holds, changes, editor, empty }: Props<V>) {
  return (
    <Card flush>
      {versions.length === 0 && empty}
      <ol>
        {versions.map((one, index) => (
          <li
            key={one.version}
            className="flex flex-wrap items-start gap-x-4 gap-y-1 border-border px-4 py-2.5 text-sm not-first:border-t"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p>
                <span className="font-medium">{`Version ${one.version.toLocaleString("en")}`}</span>
                <span className="text-fg-muted">{` · ${holds(one, index === 0)}`}</span>
              </p>
              {changes && <p className="text-fg-muted wrap-anywhere">{changes(one)}</p>}
            </div>
            <span className="text-xs text-fg-muted">
              <Time value={one.savedAt} /> by <Untrusted>{one.savedBy}</Untrusted>
            </span>
            {index > 0 && (
              <Link
                href={`${editor.href}?version=${one.version}`}
                aria-label={`Load version ${one.version} into the ${editor.name}`}
                className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12"
              >
                Load
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
