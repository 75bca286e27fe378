import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { Mail, MailAddresses, MailHtml } from "@/lib/arguments/kinds/types";

const TEXT_CHARS = 8 * 1024;

function Addresses({ list }: { list: MailAddresses }) {
  const more = list.count - list.first.length;
  return (
    <>
      <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
        {list.first.map(({ shown, address }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the addresses of one mail never move
          <li key={index} className="min-w-0 wrap-anywhere">
            <Untrusted mono limit={320}>
              {shown}
            </Untrusted>
            {address === null ? <span className="text-fg-muted text-xs"> not an address</span> : null}
          </li>
        ))}
        {more > 0 ? <li className="text-fg-muted">and {more.toLocaleString("en")} more</li> : null}
      </ul>
      {list.domains.length > 0 ? (
        <p className="text-fg-muted text-xs">
          {counted(list.count, "address", "addresses")}:{" "}
          {list.domains.map(({ text, count }, index) => (
            <span key={text}>
              {index > 0 ? ", " : null}
              {count.toLocaleString("en")} at <Untrusted limit={120}>{text}</Untrusted>
            </span>
          ))}
        </p>
      ) : null}
    </>
  );
}

function Head({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[4.5rem_1fr] gap-x-2 max-sm:grid-cols-1">
      <dt className="text-fg-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** What the frame left out. */
function leftOut({ remotePictures, scripts, forms }: MailHtml): string[] {
  return [
    remotePictures > 0 ? `${counted(remotePictures, "remote picture", "remote pictures")} not loaded` : "",
    scripts > 0 ? `${counted(scripts, "script", "scripts")} not run` : "",
    forms > 0 ? `${counted(forms, "form", "forms")} without fields` : "",
  ].filter((one) => one !== "");
}

function Html({ html }: { html: Mail["html"] }) {
  if (html === "long")
    return (
      <p className="border-border border-t px-3 py-2 text-fg-muted text-sm">
        The HTML is too long to show here. Read it in the exact arguments.
      </p>
    );
  if (!html) return null;
  return (
    <div className="border-border border-t">
      <p className="px-3 py-1.5 text-fg-muted text-xs">
        {["HTML without its styles, links off", ...leftOut(html)].join(" · ")}
        {html.hiddenTexts > 0 ? (
          <span className="text-risk-high">
            {" "}
            · {counted(html.hiddenTexts, "hidden text", "hidden texts")} shown marked
          </span>
        ) : null}
      </p>
      <iframe
        title="The e-mail’s HTML"
        sandbox=""
        loading="lazy"
        referrerPolicy="no-referrer"
        srcDoc={html.document}
        className="block h-72 w-full resize-y border-border border-t bg-white"
      />
    </div>
  );
}

/** A mail: who gets it, the subject, the text, and the HTML in a frame without scripts or network. */
export function MailView({ mail }: { mail: Mail }) {
  return (
    <article className="overflow-hidden rounded-card border border-border bg-surface text-sm">
      <dl className="flex flex-col gap-1 px-3 py-2.5">
        {mail.addresses.map((list) => (
          <Head key={list.label} label={list.label}>
            <Addresses list={list} />
          </Head>
        ))}
        <Head label="Subject">
          {mail.subject === null ? (
            <em className="text-fg-muted">absent</em>
          ) : (
            <b className="font-bold">
              <Untrusted edges limit={1_000}>
                {mail.subject}
              </Untrusted>
            </b>
          )}
        </Head>
        {mail.attachments.length > 0 ? (
          <Head label="Files">
            {mail.attachments.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the files of one mail never move
              <span key={index} className="mr-3">
                <Untrusted mono>{name}</Untrusted>
              </span>
            ))}
          </Head>
        ) : null}
      </dl>
      {mail.text === null ? null : (
        <div className="max-h-96 overflow-y-auto border-border border-t px-3 py-2.5 wrap-anywhere">
          <Untrusted lines limit={TEXT_CHARS}>
            {mail.text}
          </Untrusted>
          {mail.text.length > TEXT_CHARS ? (
            <p className="mt-1 text-fg-muted text-xs">
              The start of {counted(mail.text.length, "character", "characters")}. The rest is in the exact
              arguments.
            </p>
          ) : null}
        </div>
      )}
      <Html html={mail.html} />
    </article>
  );
}
