import { allHeaders, type Header } from './message.ts';
import { parseParams } from './params.ts';
import { splitList, unquote } from './scan.ts';

/** What a Reason header tells (RFC 3326): `Q.850;cause=17;text="User busy"`. */
interface ReasonFacts {
  /** The telephone network's cause, 1 to 127 (ITU-T Q.850). */
  readonly q850: number | null;
  readonly text: string | null;
}

/** A text longer than this explains nothing. */
const MAX_TEXT = 200;

export const readReason = (headers: readonly Header[]): ReasonFacts => {
  let facts: ReasonFacts = { q850: null, text: null };
  for (const item of allHeaders(headers, 'reason').flatMap(value => splitList(value) ?? [])) {
    const semicolon = item.indexOf(';');
    if (semicolon < 0) continue;
    const protocol = item.slice(0, semicolon).trim().toLowerCase();
    const params = parseParams(item, semicolon);
    const cause = params?.get('cause') ?? '';
    const text = params?.get('text') ?? null;
    const number = /^\d{1,3}$/.test(cause) ? Number.parseInt(cause, 10) : 0;
    const isQ850 = protocol === 'q.850' && number >= 1 && number <= 127;
    if (isQ850 && facts.q850 === null) facts = { ...facts, q850: number };
    if (text !== null && (isQ850 || facts.text === null)) facts = { ...facts, text: unquote(text).slice(0, MAX_TEXT) };
  }
  return facts;
};
