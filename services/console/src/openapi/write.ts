import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { make } from './make.ts';

const { files } = await make();
for (const [name, text] of Object.entries(files)) {
  writeFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), text);
}
