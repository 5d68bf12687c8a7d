/**
 * Where a service is, as prices of use name it (docs/tasks.md#use): one form, read by the parser that dials it, so that an
 * address written in another way is not another place.
 */

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'ws:': '80', 'https:': '443', 'wss:': '443' };

/** `https:\\LLM.house.cn./v1` → `llm.house.cn:443`; '' in a process of the house, which has no address. */
export const serviceHost = (url: string): string => {
  const parsed = URL.parse(url);
  if (parsed === null) return '';
  const { hostname, port, protocol } = parsed;
  return `${hostname.replace(/\.$/, '')}:${port || usualPorts[protocol]}`;
};

/** A host as somebody types it, with a port or at any; null: it is none. */
export const typedServiceHost = (typed: string): string | null => {
  const host = serviceHost(`http://${typed}`);
  if (host === '' || !/^(\[[\da-f:.]+\]|[a-z\d.-]{1,253})(:\d{1,5})?$/i.test(typed)) return null;
  return /:\d+$/.test(typed) ? host : host.replace(/:\d+$/, '');
};
