/** As much SIP as the relay reads, by text: the house's own stack must not be its own witness. */
export const lineOf = (text: string): string => text.slice(0, Math.max(0, text.indexOf('\r\n')));

export const headerOf = (text: string, name: string): string =>
  new RegExp(`^${name} *: *(.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';

/** Of a request; '' for an answer. */
export const methodOf = (text: string): string => /^([A-Z]+) /.exec(text)?.[1] ?? '';
/** Of an answer; 0 for a request. */
export const statusOf = (text: string): number => Number(/^SIP\/2\.0 (\d{3})/.exec(text)?.[1] ?? 0);
export const phoneOf = (text: string): string => /^[A-Z]+ sips?:([^@;>]*)@/.exec(text)?.[1] ?? '';
export const isTagged = (party: string): boolean => /;tag=/i.test(party);

export const withRecordRoute = (text: string, route: string): string => {
  const line = lineOf(text);
  return `${line}\r\nRecord-Route: ${route}${text.slice(line.length)}`;
};
