import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { cutOff, damaged, Header, readLine } from './header.ts';
import { readLines } from './read-lines.ts';

/** A back-up whose first line is read. */
export interface Backup {
  readonly header: Header;
  /** The lines behind it, each with its end. Reading throws what is wrong with the file. */
  readonly lines: AsyncGenerator<Buffer, undefined>;
}

/** Opens a back-up. Throws a sentence for the operator when the file cannot be read or is something else. */
export async function openBackup(path: string): Promise<Backup> {
  const lines = each(unzippedLines(path));
  const { value } = await lines.next();
  return { header: readLine(Header, value?.toString() ?? ''), lines };
}

async function* unzippedLines(path: string): AsyncGenerator<Buffer[]> {
  // What goes wrong with either ends the other, and is thrown to who reads the lines.
  const unzipped = pipeline(createReadStream(path), createGunzip(), () => {});
  try {
    yield* readLines(unzipped);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw cutOff();
    throw code.startsWith('Z_') ? damaged() : new Error(`${path} cannot be read: ${message}`);
  }
}

async function* each<Item>(lists: AsyncIterable<Item[]>): AsyncGenerator<Item, undefined> {
  for await (const list of lists) yield* list;
  return undefined;
}
