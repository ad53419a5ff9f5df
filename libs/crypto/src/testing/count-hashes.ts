import { createHook } from 'node:async_hooks';

/**
 * How many passwords are hashed while a call is under way. The hashing add-ons work beside the event loop, in asynchronous resources
 * to which they give no name; nothing else of ours does.
 */
export async function countHashes(call: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'undefined') count++;
    },
  }).enable();
  try {
    await call();
  } finally {
    hook.disable();
  }
  return count;
}
