import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Fails when a text is missing or unused in any language, is left blank, or has other placeholders than in English.
 * Texts are named in the source as `namespace:key` literals and nowhere else.
 */
const root = join(import.meta.dirname, '../src');
const localesFolder = join(root, 'locales');
const reference = 'en';

type Texts = ReadonlyMap<string, string>;

function readLanguage(language: string): Texts {
  const folder = join(localesFolder, language);
  const texts = new Map<string, string>();
  for (const file of readdirSync(folder)) {
    // Named by sentences of the server; src/lib/server-text.test.ts compares them with its source.
    if (file === 'server.json') continue;
    const namespace = basename(file, '.json');
    const entries = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>;
    for (const [key, text] of Object.entries(entries)) texts.set(`${namespace}:${key}`, text);
  }
  return texts;
}

function readUses(namespaces: readonly string[]): Set<string> {
  const pattern = new RegExp(`['"\`]((?:${namespaces.join('|')}):[A-Za-z0-9.]+)['"\`]`, 'g');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return new Set(
    files.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, key]) => key ?? '')),
  );
}

function placeholders(text: string): string {
  return [...text.matchAll(/{{\s*(\w+)\s*}}/g)]
    .map(([, name]) => name)
    .sort()
    .join();
}

const languages = readdirSync(localesFolder);
const known = new Map(languages.map((language) => [language, readLanguage(language)]));
const namespaces = readdirSync(join(localesFolder, reference)).map((file) => basename(file, '.json'));
const used = readUses(namespaces);
const english = known.get(reference) ?? new Map<string, string>();
const problems: string[] = [];

for (const [language, texts] of known) {
  for (const key of used) if (!texts.has(key)) problems.push(`${language}: ${key} is missing`);
  for (const [key, text] of texts) {
    if (!used.has(key)) problems.push(`${language}: ${key} is not used`);
    else if (text.trim() === '') problems.push(`${language}: ${key} is blank`);
    else if (placeholders(text) !== placeholders(english.get(key) ?? '')) {
      problems.push(`${language}: ${key} has other placeholders than in English`);
    }
  }
}

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n${problems.length} problems with texts\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${used.size} texts in ${languages.join(', ')}\n`);
}
