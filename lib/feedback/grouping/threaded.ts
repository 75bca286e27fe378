import "server-only";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Embedder } from "./embedder";

// Every program is started in the folder of the product, where the packages are.
const THREAD = path.resolve("scripts/embed-thread.mjs");

// The thread holds some 150 MB: it goes when nothing was asked for so long.
const IDLE_MS = 60_000;

type Asked = { resolve: (vectors: Float32Array[]) => void; reject: (error: Error) => void };

type Answer = { id: number } & ({ vectors: Float32Array[] } | { error: string });

/**
 * Vectors of sentences (Universal Sentence Encoder, 512 numbers of length 1), made in a thread of this machine that is there while it
 * is needed. What is asked while a thread dies is refused; the next question starts another.
 */
export function threadedEmbedder(): Embedder {
  const asked = new Map<number, Asked>();
  let [thread, idle, last]: [Worker | null, NodeJS.Timeout | undefined, number] = [null, undefined, 0];
  const end = (error: Error) => {
    for (const { reject } of asked.values()) reject(error);
    asked.clear();
    void thread?.terminate();
    thread = null;
  };
  const start = () => {
    const started = new Worker(THREAD, { stderr: false });
    started.unref();
    started.on("message", (answer: Answer) => {
      const question = asked.get(answer.id);
      asked.delete(answer.id);
      if ("vectors" in answer) question?.resolve(answer.vectors);
      else question?.reject(new Error(answer.error));
    });
    const gone = (error: Error) => started === thread && end(error);
    started.on("error", gone);
    started.on("exit", (code) => gone(new Error(`the thread that makes vectors ended with ${code}`)));
    return started;
  };
  return (texts) => {
    clearTimeout(idle);
    idle = setTimeout(() => asked.size === 0 && end(new Error("idle")), IDLE_MS).unref();
    thread ??= start();
    const id = ++last;
    return new Promise((resolve, reject) => {
      asked.set(id, { resolve, reject });
      thread?.postMessage({ id, texts });
    });
  };
}
