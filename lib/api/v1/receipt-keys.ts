import { listReceiptKeys } from "@/lib/approvals/receipt-keys/queries";
import { receiptKeysWire, toReceiptKeysWire } from "@/lib/approvals/receipt-keys/wire";
import { ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const getKeys = apiRoute(
  "anyone",
  {
    summary: "The public keys with which receipts are and were signed, as a JSON Web Key Set.",
    answers: { 200: { says: "The keys, the present one first.", body: receiptKeysWire } },
    refuses: ["UNAVAILABLE"],
  },
  async () => ok(toReceiptKeysWire(await listReceiptKeys())),
);

export const receiptKeys = resource("/api/v1/receipt-keys", { GET: getKeys });
