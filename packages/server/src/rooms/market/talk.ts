import { createHash } from 'node:crypto';
import { type InputOf, type marketEndpoints, marketLimits, type OutputOf } from '@lianxian/contract';
import { type Plan, renderSentence } from '@lianxian/core';
import { decodeAlaw, speechWav } from '@lianxian/telephony';
import { openByteCache } from '../../platform/byte-cache.ts';
import { inTransaction, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { ofJsonBytes } from '../../platform/json-bytes.ts';
import { localTime } from '../../platform/local-time.ts';
import { saidLines } from '../plan-products/index.ts';
import { workOnBench } from '../talks/index.ts';
import type { SentenceSpeaker } from '../voices/index.ts';
import { type ShelfRow, shownVersion, versionGraph } from './shelf.store.ts';
import { readOnShelf } from './shelf.ts';
import { countTurns, turnsLeft } from './turns.store.ts';

/**
 * A talk with a plan before it is taken: run as every test talk, by the graph of the version on the shelf; what comes back are
 * sentences alone. The world is never really asked.
 */
export const talk = async (
  { id, moves }: InputOf<typeof marketEndpoints.talk>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof marketEndpoints.talk>> => {
  const { db, session, at } = context;
  const row = await readOnShelf(unscopedDb, db.merchantId, id);
  const counted = { merchantId: db.merchantId, employeeId: session.employeeId, productId: id, moves };
  const left =
    moves.length === 0
      ? await turnsLeft(unscopedDb, db.merchantId)
      : await inTransaction(unscopedDb, tx => countTurns(tx, counted));
  if (left === null) throw refuse('productTalkedOut', { limit: marketLimits.turnsADay });
  const { minute, date } = localTime(at, ZONE);
  const key = `market ${row.id} version ${row.version}`;
  const open = {
    key,
    rev: 0,
    read: async () => ({ key, rev: 0, plan: { json: await versionGraph(unscopedDb, row) } }),
  };
  const wish = { variables: {}, minuteOfDay: minute, date, world: 'fails', real: false } as const;
  const { view } = await workOnBench<'talk'>(context, open, { does: 'talk', wish, moves });
  return {
    lines: saidLines(view.lines).map(({ by, text, move }) => ({ by, text, move })),
    ended: view.ended,
    awaits: view.awaits === 'world' ? 'nothing' : view.awaits,
    turnsLeft: left,
  };
};

/** What is tried is tried by the market's clock, wherever its merchant is. */
const ZONE = 'Asia/Shanghai';

export interface HearParts {
  readonly unscopedDb: UnscopedDb;
  readonly speaker: Pick<SentenceSpeaker, 'speak'>;
  /** As the merchant's product is called: who made a synthesised sound. */
  readonly producerOf: (merchantId: string) => Promise<string>;
}

/** Some hundred sentences. */
const KEPT_BYTES = 32 * 1_024 * 1_024;

const renderedOf = (
  graph: Plan,
  sentence: { readonly text: string; readonly values: Readonly<Record<string, string>> },
) => {
  const variables = new Map(graph.variables.map(variable => [variable.name, variable]));
  return renderSentence(sentence.text, variables, sentence.values, { recorded: graph.recorded ?? {}, turn: 0 });
};

/** How lines of samples sound: by the product's own recordings, and what it has none of by the built-in voice. */
export const openHearing = ({ unscopedDb, speaker, producerOf }: HearParts) => {
  const kept = openByteCache<string>(KEPT_BYTES);

  const sound = async (row: ShelfRow, line: number): Promise<Uint8Array> => {
    const { shown } = await shownVersion(unscopedDb, row);
    const sentence = shown.sample[line]?.sentence;
    if (sentence === undefined) throw refuse('notFound', { what: 'recording' });
    const graph = ofJsonBytes<Plan>(await versionGraph(unscopedDb, row));
    // By no service: whoever listens would spend its seller's money.
    const { segments } = renderedOf(graph, sentence);
    return await speaker.speak({ segments, text: '' }, { merchantId: row.sellerId, voice: {} }).catch(() => {
      throw refuse('voiceNotMade');
    });
  };

  return async (
    { id, line }: InputOf<typeof marketEndpoints.hear>,
    { db }: SignedInContext,
  ): Promise<OutputOf<typeof marketEndpoints.hear>> => {
    const row = await readOnShelf(unscopedDb, db.merchantId, id);
    const key = `${row.id} ${row.version} ${line}`;
    const known = kept.find(key);
    if (known !== undefined) return { mime: 'audio/wav', audio: known };
    const alaw = await sound(row, line);
    const produceId = createHash('sha1').update(alaw).digest('hex');
    const wav = speechWav(decodeAlaw(alaw), { producer: await producerOf(db.merchantId), produceId });
    const audio = wav.toString('base64');
    kept.keep(key, audio, audio.length);
    return { mime: 'audio/wav', audio };
  };
};
