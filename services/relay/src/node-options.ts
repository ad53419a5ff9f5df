/**
 * What Node is started with to run a relay. Reads and bodies are memory outside of V8's heap, and from 64 MiB of it on V8 goes through the
 * whole heap; collecting young objects frees it, so that is to happen before. With 16 MiB, Node's own measure, a body of 100 kB cost three
 * times the CPU time.
 */
export const nodeOptions = ['--max-semi-space-size=8'] as const;
