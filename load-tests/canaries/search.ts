import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All ways in which a text may stand somewhere: as it is, in hexadecimals, in base64 wherever it begins. */
export function forms(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const shifted = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // What the neighbours of the text have a part in is left out.
    return text.slice(shift === 0 ? 0 : shift + 1, Math.floor(((shift + bytes.length) * 8) / 6));
  });
  return [secret, bytes.toString('hex'), encodeURIComponent(secret), ...shifted].map((form) => Buffer.from(form));
}

/** The names of the secrets that stand in the bytes. */
export function found(bytes: Buffer, secrets: Readonly<Record<string, string>>): string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => forms(secret).some((form) => bytes.includes(form)))
    .map(([name]) => name);
}

/** All files below a place, or the place itself. */
export function filesBelow(place: string): string[] {
  const stat = lstatSync(place, { throwIfNoEntry: false });
  if (stat?.isFile()) return [place];
  if (!stat?.isDirectory()) return [];
  return readdirSync(place).flatMap((name) => filesBelow(join(place, name)));
}

/** `file: secret` for every secret that stands in a file below the place. */
export function foundBelow(place: string, secrets: Readonly<Record<string, string>>): string[] {
  return filesBelow(place).flatMap((path) => {
    const bytes = readIfThere(path);
    return bytes ? found(bytes, secrets).map((name) => `${path.slice(place.length)}: ${name}`) : [];
  });
}

/** Servers remove and rename files while we look. */
function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
