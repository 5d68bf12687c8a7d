import type { OutputOf, planVoiceEndpoints, speechEndpoints } from '@lianxian/contract';
import type { Lately } from './minutes.store.ts';
import { splitAddress, takes, wholeSettings } from './speech.policy.ts';
import type { ServiceRow } from './speech.store.ts';

type Wire = OutputOf<typeof speechEndpoints.list>;
type WireRow = Wire['list'][number];

/** A row as the page sees it: that there is a key, never the key, and none in its address either. */
export const rowOf = (row: ServiceRow, lately: ReturnType<Lately['get']>): WireRow => ({
  id: row.id,
  purpose: row.purpose,
  kind: row.kind,
  name: row.name,
  settings: { ...wholeSettings(row.settings), url: splitAddress(row.settings.url).shown },
  hasKey: row.keySealed !== null,
  chosen: row.chosen,
  tested: row.testedAt && {
    at: row.testedAt.toISOString(),
    ok: row.testedFault === null,
    ms: row.testedMs ?? 0,
    fault: row.testedFault,
  },
  lately: {
    answered: lately?.answered ?? 0,
    failed: lately?.failed ?? 0,
    meanMs: lately?.meanMs ?? null,
    longestMs: lately?.longestMs ?? null,
    lastFault: lately?.fault ?? null,
    lastFaultAt: lately?.faultAt?.toISOString() ?? null,
  },
});

/** A voice as plans choose of them: nothing of how it is reached. */
export const voiceOf = (
  { id, name, kind, settings, chosen }: ServiceRow,
  lately: ReturnType<Lately['get']>,
): OutputOf<typeof planVoiceEndpoints.list>['list'][number] => {
  const { speaker, copies, speed } = wholeSettings(settings);
  return {
    ...{ id, name, kind, chosen },
    speaker: takes(kind, 'speaker') && copies === '' ? speaker : null,
    speed: takes(kind, 'speed') ? speed : null,
    failed: lately?.failed ?? 0,
    lastFault: lately?.fault ?? null,
  };
};

export const lineOf = (line: {
  readonly id: string;
  readonly name: string;
  readonly hears: boolean;
  readonly recogniserId: string | null;
}): Wire['lines'][number] => ({
  id: line.id,
  name: line.name,
  recogniser: line.hears ? (line.recogniserId ?? 'chosen') : 'none',
});
