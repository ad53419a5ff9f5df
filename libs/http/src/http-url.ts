/** Parses an address that an operator or a client supplied: http or https, without user name and password. Throws with a text to show. */
export function parseHttpUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new Error('This is not an address; write it like https://api.example.com.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new Error('The address must begin with https:// or http://.');
  }
  if (url.username || url.password) throw new Error('The address must not contain a user name or password.');
  return url;
}
