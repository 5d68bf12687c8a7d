/** Labels of letters, digits and dashes (RFC 1123, 2.1); at least two, and the last is no number: an address is no name. */
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A host name as browsers ask for it, from what was typed or pasted: an address bar's text counts, a Chinese name too. */
export const hostOf = (text: string): string | null => {
  const bare = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .replace(/\.$/, '');
  if (/[\s/\\@?#:%[\]]/.test(bare)) return null;
  const host = URL.parse(`http://${bare}`)?.hostname ?? '';
  return HOST.test(host) ? host : null;
};
