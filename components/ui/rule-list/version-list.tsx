import type { ReactNode } from "react";
import type { Saved } from "@/lib/core/versions";
import { Avatar } from "../avatar";
import { Link } from "../link";
import { Card } from "../page";
import { Untrusted } from "../text/untrusted";
import { Time } from "../time";

type Props<V extends Saved> = {
  versions: readonly V[];
  /** The content of a version, after its number. */
  holds: (version: V, isNewest: boolean) => string;
  /** The changes of a version. */
  changes?: (version: V) => ReactNode;
  /** The page whose editor loads a version, and the link's label. */
  editor: { href: string; name: string };
  /** Shown if there are no versions. */
  empty?: ReactNode;
};

/** All kept versions; each but the newest can be loaded into the editor. */
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
            <span className="flex items-center gap-1.5 text-xs text-fg-muted">
              <Avatar name={one.savedBy} size="sm" />
              <Time value={one.savedAt} form="relative" /> by <Untrusted>{one.savedBy}</Untrusted>
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
