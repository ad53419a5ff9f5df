import type { ProgramLanguage } from './program.ts';
import { writeCurl } from './write-curl.ts';
import { writeNode } from './write-node.ts';
import { writePython } from './write-python.ts';

export const languages: readonly [ProgramLanguage, ...ProgramLanguage[]] = [
  { id: 'curl', name: 'curl', write: writeCurl },
  { id: 'python', name: 'Python', write: writePython },
  { id: 'node', name: 'Node', write: writeNode },
];

/** The code with the bytes of pictures cut short, for the eye. */
export function withoutBytes(code: string): string {
  return code.replace(/[A-Za-z0-9+/]{200,}={0,2}/g, (bytes) => `${bytes.slice(0, 24)}…`);
}
