/** A text as a literal of JSON, JavaScript, Python and TOML. */
export function literal(text: string): string {
  return JSON.stringify(text);
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Lines that set variables of the environment in a POSIX shell. */
export function exports(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}=${shellWord(value)}`)
    .join('\n');
}

export function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** A value as an object of JavaScript, names without quotes where they need none. */
export function javascript(value: unknown): string {
  // Texts hold no line breaks in JSON: a name in quotes at the start of a line is one.
  return json(value).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');
}

/** A value of JSON as a literal of Python. */
export function python(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  const inner = `${indent}    `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((entry) => `${inner}${python(entry, inner)},\n`).join('')}${indent}]`;
  }
  if (typeof value !== 'object') return JSON.stringify(value);
  const lines = Object.entries(value).map(([name, entry]) => `${inner}${literal(name)}: ${python(entry, inner)},\n`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
}

/** The members of an object as named arguments of a Python call, one a line. */
export function pythonArguments(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `    ${name}=${python(value, '    ')},`)
    .join('\n');
}
