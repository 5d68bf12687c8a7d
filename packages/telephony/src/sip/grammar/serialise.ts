import { spelling } from './header-names.ts';
import type { SipMessage } from './message.ts';

/** What would break out of its line is taken out: nothing we are handed may write a header of its own. */
const oneLine = (text: string): string => (/[\r\n\0]/.test(text) ? text.replaceAll(/[\r\n\0]+/g, ' ') : text);

/** Message → bytes. Content-Length is always written by us, from the body, whatever the headers say. */
export const serialise = (message: SipMessage): Buffer => {
  const start =
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${message.reason}`;
  let head = `${oneLine(start)}\r\n`;
  for (const { name, value } of message.headers) {
    if (name !== 'content-length') head += `${spelling(name)}: ${oneLine(value)}\r\n`;
  }
  head += `Content-Length: ${message.body.length}\r\n\r\n`;
  if (message.body.length === 0) return Buffer.from(head);
  return Buffer.concat([Buffer.from(head), message.body]);
};
