/**
 * What Node is started with to run a relay.
 *
 * Young objects, 8 MiB: reads and bodies are memory outside of V8's heap, and from 64 MiB of it on V8 goes through the whole heap;
 * collecting young objects frees it, so that is to happen before. With 16 MiB, Node's own measure, a body of 100 kB cost three times the
 * CPU time.
 *
 * Old ones, as much again as are alive: a relay lets few objects grow old, and V8 takes that for a reason to go through the whole heap
 * for each 8 MiB of them, which costs the more the more channels there are.
 */
export const nodeOptions = ['--max-semi-space-size=8', '--heap-growing-percent=100'] as const;
