import { afterEach, expect, test } from "vitest";
import { checkMailServer } from "@/lib/channels/email/smtp";
import { aMessage } from "@/lib/testing/messages";
import { MAIL_CERTIFICATE } from "../../testing/mail-certificate";
import { aMailServer, type MailReceiver, reply } from "../../testing/mail-server";
import { sendMessage } from "./send";

const LOOPBACK = ["127.0.0.0/8"];
const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
const options = () => ({ allow: LOOPBACK, signal: new AbortController().signal });

const open: MailReceiver[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function server(...given: Parameters<typeof aMailServer>): Promise<MailReceiver> {
  const one = await aMailServer(...given);
  open.push(one);
  return one;
}

const TO = "ines@acme.example";

test("a mail arrives as plain text and HTML, from the sender to one recipient", async () => {
  const mails = await server();
  const links = { ...aMessage().links, stop: "https://countersign.example/notifications/stop?token=abc.def" };
  const result = await sendMessage(mails.inForce(), aMessage({ links }), TO, options());
  expect(result).toMatchObject({
    status: 250,
    error: null,
    remote: { messageId: expect.stringContaining("@acme.example>") },
  });
  const [got] = mails.received;
  expect(got).toMatchObject({ from: "countersign@acme.example", to: [TO], isSecure: false });
  for (const line of [
    "From: Countersign <countersign@acme.example>",
    `To: ${TO}`,
    "Message-ID: <m1@acme.example>",
    "References: <call.1@acme.example>",
    "In-Reply-To: <call.1@acme.example>",
    "Auto-Submitted: auto-generated",
    "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
    "Content-Type: multipart/alternative",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Type: text/html; charset=utf-8",
  ])
    expect(got?.raw).toContain(line);
});

test("no text of a message and no name adds a header or a recipient", async () => {
  const mails = await server();
  const evil = "x\r\nBcc: victim@acme.example\r\nX-Evil: 1\r\n\r\n.\r\nMAIL FROM:<a@b>";
  const message = aMessage({ title: evil, why: evil, lines: [evil] });
  await sendMessage(mails.inForce(), message, TO, options());
  const [got] = mails.received;
  expect(got?.to).toEqual([TO]);
  expect(got?.raw.split("\r\n\r\n")[0]).not.toMatch(/^(Bcc|X-Evil)/m);
  expect(mails.received).toHaveLength(1);
});

test("STARTTLS is taken before signing in, with a certificate that is trusted", async () => {
  const mails = await server({
    authOptional: false,
    onAuth: ({ username, password }, { secure }, callback) =>
      callback(null, secure && password === "p:@/%ss" ? { user: username } : {}),
  });
  const login = { host: "mail.example", security: "starttls", user: "maya", password: "p:@/%ss" } as const;
  const trusting = { ...options(), resolve, ca: MAIL_CERTIFICATE };
  expect(await checkMailServer(mails.inForce(login), trusting)).toBeNull();
  expect(await sendMessage(mails.inForce(login), aMessage(), TO, trusting)).toMatchObject({ status: 250 });
  expect(mails.received).toMatchObject([{ user: "maya", isSecure: true }]);
  const wrong = await sendMessage(mails.inForce({ ...login, password: "no" }), aMessage(), TO, trusting);
  expect(wrong).toMatchObject({ status: 535, isGone: false });
  expect(wrong.error).toContain("refused the user name or the password");
  expect(JSON.stringify(wrong)).not.toMatch(/p:@|bm8|AG1h/);
});

test("TLS from the start works with a trusted certificate, and a stranger's is refused in words", async () => {
  const mails = await server({ secure: true });
  const over = { host: "mail.example", security: "tls" } as const;
  const trusting = { ...options(), resolve, ca: MAIL_CERTIFICATE };
  expect(await sendMessage(mails.inForce(over), aMessage(), TO, trusting)).toMatchObject({ status: 250 });
  const strange = await sendMessage(mails.inForce(over), aMessage(), TO, { ...options(), resolve });
  expect(strange).toMatchObject({ status: null, isGone: false });
  expect(strange.error).toContain("is self-signed. Nothing was sent; name its file in NODE_EXTRA_CA_CERTS");
  const other = await sendMessage(
    mails.inForce({ ...over, host: "other.example" }),
    aMessage(),
    TO,
    trusting,
  );
  expect(other.error).toContain("is for another name");
});

test("what is wrong with TLS is said: a stranger's certificate after STARTTLS, no STARTTLS, no TLS at all", async () => {
  const mails = await server();
  const strict = { host: "mail.example", security: "starttls" } as const;
  const strange = await sendMessage(mails.inForce(strict), aMessage(), TO, { ...options(), resolve });
  expect(strange.error).toContain("is self-signed");
  const bare = await server({ hideSTARTTLS: true, disabledCommands: ["STARTTLS"] });
  const none = await sendMessage(bare.inForce(strict), aMessage(), TO, { ...options(), resolve });
  expect(none.error).toContain("offers no STARTTLS");
  const plain = await sendMessage(bare.inForce({ security: "tls" }), aMessage(), TO, options());
  expect(plain.error).toContain("does not speak TLS from the start");
  expect(mails.received.concat(bare.received)).toEqual([]);
});

test("greylisting is tried again, a refused recipient or mail is not, and neither is lost in words", async () => {
  const refusing = async (code: number, step: "onRcptTo" | "onMail" | "onMailFrom") => {
    const error = reply(code, "said <b>no</b>\u202E");
    const mails = await server(
      step === "onMail"
        ? { onMail: () => error }
        : { [step]: (_: unknown, __: unknown, done: (e: Error) => void) => done(error) },
    );
    return sendMessage(mails.inForce(), aMessage(), TO, options());
  };
  expect(await refusing(450, "onRcptTo")).toMatchObject({ status: 450, isGone: false });
  const gone = await refusing(550, "onRcptTo");
  expect(gone).toMatchObject({ status: 550, isGone: true });
  expect(gone.error).toBe("The mail server refused the recipient. It answered: 550 said <b>no</b>⟨U+202E⟩");
  expect(await refusing(451, "onMail")).toMatchObject({ status: 451, isGone: false });
  expect(await refusing(554, "onMail")).toMatchObject({
    status: 554,
    isGone: true,
    error: expect.stringContaining("refused this mail"),
  });
  // Its sender is configuration: people mend it, and the mail goes out.
  expect(await refusing(553, "onMailFrom")).toMatchObject({
    status: 553,
    isGone: false,
    error: expect.stringContaining("refused the sender"),
  });
});

test("a connection cut after the mail was taken leaves it in doubt, and the repeat has the same Message-ID", async () => {
  const mails = await server({
    onMail: (_, count, cut) => {
      if (count === 1) cut();
      return undefined;
    },
  });
  const lost = await sendMessage(mails.inForce(), aMessage(), TO, options());
  expect(lost).toMatchObject({ status: null, isGone: false });
  expect(lost.error).toContain("may have arrived; it is sent again with the same Message-ID");
  expect(await sendMessage(mails.inForce(), aMessage({ isRetry: true }), TO, options())).toMatchObject({
    status: 250,
  });
  const ids = mails.received.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test("a worker that stops cuts a hanging server off", async () => {
  const stop = new AbortController();
  const mails = await server({ onRcptTo: () => stop.abort() });
  const result = await sendMessage(mails.inForce(), aMessage(), TO, { ...options(), signal: stop.signal });
  expect(result.error).toContain("The worker stopped");
});

test("a stored server is held to the rules of callbacks, the environment's is the operator's choice", async () => {
  const mails = await server();
  const inside = await sendMessage(mails.inForce(), aMessage(), TO, { ...options(), allow: [] });
  expect(inside.error).toContain("may not be called");
  const metadata = mails.inForce({ host: "169.254.169.254", port: 25 });
  expect((await sendMessage(metadata, aMessage(), TO, options())).error).toContain("never called");
  const rebound = { ...options(), allow: [], resolve };
  expect(
    (await sendMessage(mails.inForce({ host: "mail.example" }), aMessage(), TO, rebound)).error,
  ).toContain("may not be called");
  expect(mails.received).toEqual([]);
  const own = mails.inForce({}, "environment");
  expect(await sendMessage(own, aMessage(), TO, { ...options(), allow: [] })).toMatchObject({ status: 250 });
});

test("nothing that listens, and a name without an address, are said", async () => {
  const mails = await server();
  const closed = mails.inForce();
  await mails.close();
  open.splice(0);
  expect(await checkMailServer(closed, options())).toMatchObject({
    words: expect.stringContaining("Nothing listens at"),
  });
  const nowhere = { ...options(), resolve: async () => Promise.reject(new Error("ENOTFOUND")) };
  const unknown = await sendMessage(mails.inForce({ host: "no.example" }), aMessage(), TO, nowhere);
  expect(unknown.error).toContain("is not known to the resolver");
});
