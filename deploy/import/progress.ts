const width = 30;
const lineEveryMs = 5_000;

/** Shows how far a step is: a bar on a terminal, elsewhere a line every five seconds. */
export function progressOf(step: string, total: number, out: NodeJS.WriteStream = process.stderr) {
  let done = 0;
  let saidAt = Date.now();
  return {
    add(rows: number): void {
      done += rows;
      const part = total === 0 ? 1 : Math.min(1, done / total);
      if (out.isTTY) {
        const bar = '█'.repeat(Math.round(part * width)).padEnd(width, '░');
        out.write(`\r\x1b[K${step.padEnd(10)} ${bar} ${done} of ${total}`);
      } else if (Date.now() - saidAt >= lineEveryMs) {
        saidAt = Date.now();
        out.write(`${step}: ${done} of ${total}\n`);
      }
    },
    end(): void {
      if (out.isTTY) out.write('\r\x1b[K');
      out.write(`${step}: ${done}\n`);
    },
  };
}
