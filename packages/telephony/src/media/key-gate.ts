import type { Instant } from '@lianxian/core/kit';

/**
 * One key never counts twice, though a phone may tell it by telephone-event, as a tone and by SIP INFO at once: the same
 * key by another way within a second is the same press. By one way it is told as often as it is pressed.
 */
export type KeyWay = 'media' | 'info';

export type KeyGate = (key: string, way: KeyWay, at: Instant) => boolean;

const echoMs = 1_000;

export const createKeyGate = (): KeyGate => {
  let last: { readonly key: string; readonly way: KeyWay; readonly at: Instant } | null = null;
  return (key, way, at) => {
    if (last !== null && last.key === key && last.way !== way && at - last.at < echoMs) return false;
    last = { key, way, at };
    return true;
  };
};
