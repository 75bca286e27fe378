import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { MailInForce, MailServer } from "@/lib/channels/email/types";
import { MAIL_CERTIFICATE, MAIL_KEY } from "./mail-certificate";

type Settled = Extract<MailInForce, { kind: "set" }>;

type ReceivedMail = { from: string; to: string[]; user: unknown; isSecure: boolean; raw: string };

export type MailReceiver = {
  received: ReceivedMail[];
  /** As the product has it set up. */
  inForce: (over?: Partial<MailServer>, source?: Settled["source"]) => Settled;
  port: number;
  close: () => Promise<void>;
};

/** An error that the server answers with this code. */
export const reply = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

type Options = SMTPServerOptions & {
  /** Called with each complete mail, before it is acknowledged. */
  onMail?: (mail: ReceivedMail, count: number, cut: () => void) => Error | undefined;
};

const PLAIN = {
  host: "127.0.0.1",
  security: "none",
  user: null,
  password: null,
  from: "Countersign <countersign@acme.example>",
} as const;

/** A real SMTP server on loopback that keeps what it takes. */
export async function aMailServer({ onMail, ...options }: Options = {}): Promise<MailReceiver> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    key: MAIL_KEY,
    cert: MAIL_CERTIFICATE,
    disableReverseLookup: true,
    closeTimeout: 100,
    ...options,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          user: session.user,
          isSecure: session.secure,
          raw: Buffer.concat(chunks).toString("utf8"),
        };
        received.push(mail);
        callback(
          onMail?.(mail, received.length, () => {
            for (const one of sockets) one.destroy();
          }),
        );
      });
    },
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  server.server.unref();
  const { port } = server.server.address() as AddressInfo;
  const own: MailServer = { ...PLAIN, port };
  return {
    received,
    port,
    inForce: (over = {}, source = "stored") => ({ kind: "set", server: { ...own, ...over }, source }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
