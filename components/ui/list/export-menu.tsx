import { Button } from "../button";
import { Popover } from "../popover";

/** The same rows as files. The browser's session is what authenticates the download. */
export function ExportMenu({
  id,
  label,
  note,
  files,
}: {
  id: string;
  label: string;
  note: string;
  files: readonly { href: string; label: string }[];
}) {
  return (
    <>
      <Button type="button" size="sm" popoverTarget={id}>
        {label}
      </Button>
      <Popover id={id} label={label}>
        <ul>
          {files.map((file) => (
            <li key={file.href}>
              <a
                href={file.href}
                download
                className="flex min-h-8 items-center rounded-chip px-2.5 text-sm hover:bg-sunken max-sm:min-h-12"
              >
                {file.label}
              </a>
            </li>
          ))}
        </ul>
        <p className="max-w-64 px-2.5 pt-1 pb-1.5 text-fg-muted text-xs">{note}</p>
      </Popover>
    </>
  );
}
