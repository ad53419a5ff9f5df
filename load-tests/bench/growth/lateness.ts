import { monitorEventLoopDelay } from 'node:perf_hooks';

/*
 * Loaded into a relay before anything else: when the parent says `watch` it begins to look, and at the next word it answers how many
 * milliseconds the event loop was blocked at most. Looking a thousand times a second costs, so it is done only then.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });

process.on('message', (word) => {
  if (word === 'watch') {
    delay.reset();
    delay.enable();
    return;
  }
  delay.disable();
  process.send?.(delay.max / 1e6);
});
