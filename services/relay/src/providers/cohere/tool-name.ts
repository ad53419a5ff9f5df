const encoded = /_x([0-9a-f]{2,4})_/g;

/**
 * A name in letters, digits and underscores that does not begin with a digit, as Cohere wants names of tools. Other
 * characters become their code between `_x` and `_`, and so does an underscore before an x: the name can be read back.
 */
export function writeToolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_]|_(?=x)/g, encode).replace(/^[0-9]/, encode);
}

export function readToolName(name: string): string {
  return name.replace(encoded, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function encode(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).padStart(2, '0')}_`;
}
