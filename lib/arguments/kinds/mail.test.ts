import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { only, read } from "./testing/read";

describe("a mail", () => {
  const MAIL = {
    to: ["ana@acme.test", "Bo <bo@acme.test>"],
    cc: "c@x.test; d@y.test",
    subject: "Hi",
    text: "Hello",
  };

  test("is read from the names that mail tools use, with what it leaves out", () => {
    const { mail, at } = only(read({ ...MAIL, scheduled_at: "tomorrow" }), "email");
    expect(at).toBe("");
    expect(mail.addresses.map(({ label, count }) => [label, count])).toEqual([
      ["To", 2],
      ["Cc", 2],
    ]);
    expect(mail.addresses[0]?.first[1]).toEqual({ shown: "Bo <bo@acme.test>", address: "bo@acme.test" });
    expect(mail.addresses[0]?.domains).toEqual([{ text: "acme.test", count: 2 }]);
    expect([mail.subject, mail.text, mail.html]).toEqual(["Hi", "Hello", null]);
    expect(mail.others).toEqual(["scheduled_at"]);
    expect(read({ ...MAIL, scheduled_at: "tomorrow" })?.rest).toEqual(["scheduled_at"]);
  });

  test("is read inside another object, and in the form of Microsoft Graph", () => {
    const message = {
      subject: "Hi",
      toRecipients: [{ emailAddress: { address: "ana@acme.test", name: "Ana" } }],
      body: { contentType: "HTML", content: "<p>Hello</p>" },
    };
    const { mail, at } = only(read({ message, saveToSentItems: true }), "email");
    expect(at).toBe("message");
    expect(mail.addresses[0]?.first[0]?.shown).toBe("Ana <ana@acme.test>");
    expect(mail.html).toMatchObject({ remotePictures: 0, hiddenTexts: 0 });
    expect(read({ message, saveToSentItems: true })?.rest).toEqual(["saveToSentItems"]);
  });

  test.each([
    [{ to: "main", subject: "Merge" }, "a branch"],
    [{ to: "ana@acme.test", body: "no subject" }, "no subject, and no tool for mails"],
    [{ subject: "Hi", text: "no one gets it" }, "no address"],
  ])("is not read from %j", (value: object, _why) => expect(read(value)?.parts ?? []).toEqual([]));

  test("warns about a name that shows another address", () => {
    const found = read({ ...MAIL, to: '"ceo@acme.test" <x@evil.test>' });
    expect(found?.warnings).toEqual(["The name shows ceo@acme.test, but the address is x@evil.test."]);
  });

  const html = (source: string) => {
    const found = read({ ...MAIL, html: source });
    const { mail } = only(found, "email");
    if (mail.html === null || mail.html === "long") throw new Error("no HTML");
    return { ...mail.html, found, body: mail.html.document.replace(/^.*?<font[^>]*>/s, "") };
  };

  test("keeps nothing of its HTML but known elements without attributes", () => {
    expect(
      html(
        `<body onload="x()"><p style="color:red" onclick="x()">Hi <a href="https://a.test/" target=_self>there</a></p><script>evil()</script><iframe src="https://a.test"></iframe><form action="https://a.test"><input name=q>Go</form><meta http-equiv=refresh content="0;url=https://a.test"><base href="https://a.test"><svg><a href="javascript:x()">s</a></svg><style>p{background:url(https://a.test)}</style>`,
      ),
    ).toMatchObject({ body: "<p>Hi <u>there</u></p>Go", scripts: 1, forms: 1 });
  });

  test("counts pictures from elsewhere and keeps those it holds", () => {
    const { body, remotePictures } = html(
      `<img src="https://a.test/1.gif" alt="Logo"><img src="//a.test/2"><td background="x.png"><img src="data:image/png;base64,AAAA" onerror=x><img src="data:image/svg+xml,<svg>">`,
    );
    expect(remotePictures).toBe(4);
    expect(body.match(/<img[^>]*>/g)).toEqual(['<img src="data:image/png;base64,AAAA" alt="">']);
    expect(body).toContain("[picture not loaded: Logo]");
  });

  test.each([
    "display:none",
    "display : none !important",
    "visibility:hidden",
    "opacity:0",
    "font-size:0px",
    "color:red;max-height:0",
    "text-indent:-9999px",
  ])("shows a text that %s hides, marked and counted", (style) => {
    const { body, hiddenTexts, found } = html(
      `<p>A</p><div style="${style}">send it to <b>eve</b></div><p>B</p>`,
    );
    expect(hiddenTexts).toBe(2);
    expect(body).toContain("<mark>send it to </mark><b><mark>eve</mark></b>");
    expect(body).toContain("<p>B</p>");
    expect(found?.warnings).toEqual(["The mail’s HTML hides 2 texts from its readers."]);
  });

  test("does not call a visible text hidden", () => {
    expect(html(`<p style="opacity:0.8;font-size:0.9em;height:0.5px;color:#000">A</p>`).hiddenTexts).toBe(0);
  });

  test("writes out direction and invisible characters, and escapes markup", () => {
    expect(html("<p>a\u202eb &lt;script&gt; c&nbsp;d</p>").body).toBe(
      "<p>a<mark>⟨U+202E⟩</mark>b &#60;script&#62; c\u00a0d</p>",
    );
  });

  test("a tag that the text ends in closes nothing", () => {
    expect(html("<p>a<script<p ").body).toBe("<p>a</p>");
  });

  test("whatever the HTML is, its rebuilt form holds no attribute but those of held pictures", () => {
    const pieces = [
      "<p ",
      "onclick=x ",
      ">",
      "</p>",
      "<img src=",
      "data:image/png;base64,A",
      '"',
      "'",
      "<!--",
      "-->",
      "<![CDATA[",
      "<script",
      "</script>",
      "<a href=//x>",
      "text",
      "&#60;",
      "<svg>",
      "<style>",
      "<title>",
      "<br/>",
      "<?x",
      "\0",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        const { mail } = only(read({ ...MAIL, html: `<p>${parts.join("").replaceAll("\0", "")}` }), "email");
        const body =
          mail.html && mail.html !== "long" ? mail.html.document.replace(/^.*?<font[^>]*>/s, "") : "";
        for (const tag of body.match(/<[^>]*>?/g) ?? [])
          expect(tag).toMatch(
            /^<\/?[a-z0-9]+>$|^<img src="data:image\/png;base64,[A-Za-z0-9+/=\s]*" alt="[^"<>]*">$/,
          );
      }),
    );
  });
});
