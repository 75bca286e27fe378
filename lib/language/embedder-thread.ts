import "server-only";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Embedder } from "./embedder";

// Every program starts in the product's folder, which has the packages.
const THREAD = path.resolve("scripts/embed-thread.mjs");

// A thread uses some 120 MB, mostly for the model, so it ends after this idle time.
const IDLE_MS = 60_000;
// Limits the heap; otherwise the thread would use twice as much before it collects garbage.
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

// More would exceed the worker's memory limit.
const THREADS_MAX = Math.min(2, os.availableParallelism());

// Loading the model takes as long as this many requests.
const WORTH_A_THREAD = 6;

type Asked = { resolve: (vectors: Float32Array[]) => void; reject: (error: Error) => void };

type Answer = { id: number } & ({ vectors: Float32Array[] } | { error: string });

type Thread = {
  open: () => number;
  ask: (texts: readonly string[]) => Promise<Float32Array[]>;
  end: (error: Error) => void;
};

/**
 * Starts a thread.
 * @param gone is called once it is unusable
 */
function startThread(gone: (thread: Thread) => void): Thread {
  const asked = new Map<number, Asked>();
  const started = new Worker(THREAD, { stderr: false, resourceLimits: HEAP });
  let last = 0;
  const thread: Thread = {
    open: () => asked.size,
    ask: (texts) => {
      const id = ++last;
      return new Promise((resolve, reject) => {
        asked.set(id, { resolve, reject });
        started.postMessage({ id, texts });
      });
    },
    end: (error) => {
      gone(thread);
      for (const { reject } of asked.values()) reject(error);
      asked.clear();
      void started.terminate();
    },
  };
  started.unref();
  started.on("message", (answer: Answer) => {
    const question = asked.get(answer.id);
    asked.delete(answer.id);
    if ("vectors" in answer) question?.resolve(answer.vectors);
    else question?.reject(new Error(answer.error));
  });
  started.on("error", thread.end);
  started.on("exit", (code) => thread.end(new Error(`a thread that makes vectors ended with ${code}`)));
  return thread;
}

/**
 * Sentence vectors (Universal Sentence Encoder, 512 numbers of length 1), computed in threads on
 * demand: one, or two under load. If a thread dies, its requests fail; the next one starts another.
 */
export function threadedEmbedder(): Embedder {
  const threads = new Set<Thread>();
  let idle: NodeJS.Timeout | undefined;
  const endIdle = () => {
    for (const thread of threads) if (thread.open() === 0) thread.end(new Error("idle"));
  };
  const least = () => [...threads].sort((a, b) => a.open() - b.open())[0];
  return (texts) => {
    clearTimeout(idle);
    idle = setTimeout(endIdle, IDLE_MS).unref();
    let thread = least();
    if (!thread || (thread.open() >= WORTH_A_THREAD && threads.size < THREADS_MAX)) {
      thread = startThread((one) => threads.delete(one));
      threads.add(thread);
    }
    return thread.ask(texts);
  };
}
