// Fields are found by name in the finished line, so neither depth nor class nor a child logger's fields hide them.
const name = String.raw`(?:[\w-]*(?:authorization|cookie|api[_-]?key|access[_-]?key|private[_-]?key|password|secret)|key|(?:access[_-]?|refresh[_-]?)?token)`;
// Loops over single characters cost no stack, however many there are.
const text = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
const field = new RegExp(String.raw`("${name}":)(?:${text}|\[(?:${text},?)*\])`, 'gi');
// The same inside JSON that was logged as text: there the quotes are escaped.
const quotedField = new RegExp(String.raw`(\\{1,7}"${name}\\{1,7}":\s*\\{1,7}")[^"\\]*`, 'gi');
// What has the shape of a secret: a key, credentials of a header, of a query, of an address.
const credential = /\b(sk[-_]|rk_|gsk_|xai-|whsec_|AIza|Bearer\s+|Basic\s+)[\w.~+/=-]{8}[\w.~+/=-]*/gi;
// In JSON, and in JSON inside JSON, its lines end with backslashes and n or r. Texts are cut short: its end may be missing.
const privateKey =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\w+/= ]*(?:\\+[nr][\w+/= ]*)*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g;
const query = /([?&](?:key|api_key|access_token|token)=)[^\s&"#]+/gi;
const userInfo = /(\w:\/\/[^\s:/"@]*:)[^\s/"@]+(?=@)/gi;

/** Hides the secrets in one line of the log, which is JSON before and after. */
export function maskSecrets(line: string): string {
  return line
    .replace(privateKey, '[redacted]')
    .replace(field, '$1"[redacted]"')
    .replace(quotedField, '$1[redacted]')
    .replace(credential, '$1[redacted]')
    .replace(query, '$1[redacted]')
    .replace(userInfo, '$1[redacted]');
}
