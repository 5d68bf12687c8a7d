import type { CallState, Verdict } from '@lianxian/core';
import type { LegEnding } from '@lianxian/telephony';

/**
 * What a leg's ending means for a call (product.md §3, a call's state). SIP codes by RFC 3261 §21; 480 alone is only
 * 「unreachable」: it says nothing of a switched-off phone. Whether one may try again is of the number's next attempt;
 * this attempt is never repeated.
 */
type Cell = readonly [state: CallState, fault: Verdict['fault'], mayRetry: boolean, because: string];

const byCode: Readonly<Record<number, Cell>> = {
  403: ['lineFault', 'carrier', false, 'forbidden'],
  404: ['emptyNumber', 'callee', false, 'emptyNumber'],
  408: ['noAnswer', 'callee', true, 'noAnswer'],
  410: ['numberChanged', 'callee', false, 'numberChanged'],
  429: ['limited', 'carrier', true, 'limited'],
  480: ['unreachable', 'callee', true, 'unavailable'],
  484: ['emptyNumber', 'callee', false, 'emptyNumber'],
  486: ['busy', 'callee', true, 'busy'],
  487: ['noAnswer', 'callee', true, 'noAnswer'],
  488: ['lineFault', 'carrier', false, 'noCommonCodec'],
  503: ['lineFault', 'carrier', true, 'serverBusy'],
  600: ['busy', 'callee', true, 'busy'],
  603: ['rejected', 'callee', false, 'declined'],
  604: ['emptyNumber', 'callee', false, 'emptyNumber'],
  606: ['lineFault', 'carrier', false, 'noCommonCodec'],
};

const refused = (code: number | null): Cell => {
  const known = code === null ? undefined : byCode[code];
  if (known) return known;
  if (code !== null && code >= 600) return ['rejected', 'callee', false, 'rejected'];
  if (code !== null && code >= 500) return ['lineFault', 'carrier', true, 'serverError'];
  return ['lineFault', 'carrier', false, 'refused'];
};

const cellOf = (ending: LegEnding): Cell => {
  switch (ending.how) {
    case 'byThem':
      return ['answered', 'nobody', false, 'calleeHungUp'];
    case 'byUs':
      return ['answered', 'nobody', false, 'robotHungUp'];
    case 'cancelled':
      return ['cancelled', 'nobody', true, 'cancelledByUser'];
    case 'ringTimeout':
      return ['noAnswer', 'callee', true, 'ringTimeout'];
    case 'refused':
      return refused(ending.code);
    case 'credentialsRefused':
      return ['lineFault', 'carrier', false, 'credentialsRefused'];
    case 'noReply':
      return ['lineFault', 'carrier', true, 'noReply'];
    case 'unresolved':
      return ['lineFault', 'carrier', true, 'unresolved'];
    case 'transportError':
      return ['lineFault', 'carrier', true, 'transportError'];
    case 'noCommonCodec':
      return ['lineFault', 'carrier', false, 'noCommonCodec'];
    case 'ackMissing':
      return ['lineFault', 'carrier', true, 'ackMissing'];
    case 'mediaFailed':
      return ['interrupted', 'us', true, 'mediaFailed'];
  }
};

export const verdictOf = (ending: LegEnding): Verdict => {
  const [state, fault, mayRetry, because] = cellOf(ending);
  return { state, fault, mayRetry, because, sipCode: ending.code };
};

/** A fault of our own, whatever the wire says. */
export const interrupted = (because: string): Verdict => ({
  state: 'interrupted',
  fault: 'us',
  mayRetry: true,
  because,
  sipCode: null,
});
