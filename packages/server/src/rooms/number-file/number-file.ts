import {
  type InputOf,
  type Language,
  type NumberFile,
  type numberFileEndpoints,
  standingText,
  storedText,
} from '@lianxian/contract';
import { maskNumbers, maskPhone, normalisePhone } from '@lianxian/core';
import { type MerchantDb, scopeOf, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import { listConsents } from '../consents/index.ts';
import { decisionView, readDecisions } from '../decision-log/index.ts';
import { areasOf, areaText } from '../segments/index.ts';
import {
  callsOf,
  entriesOf,
  exemptionOf,
  listsOf,
  phoneOfCall,
  phoneOfCallee,
  sharedEntriesOf,
} from './number-file.store.ts';
import { fileWords } from './number-file.words.ts';

/** The file of one number: what an authority asks for when somebody complains. */
interface Reader {
  readonly language: Language;
  readonly seesPhones: boolean;
}

type Whose = InputOf<typeof numberFileEndpoints.read>;

/** @throws badInput, notFound */
export const phoneOf = async (db: MerchantDb, { phone, callId, taskId, calleeId }: Whose): Promise<string> => {
  if (phone !== undefined) {
    const read = normalisePhone(phone);
    if (!read.ok) throw refuse('badInput', { field: 'phone', fault: 'telephone' });
    return read.phone;
  }
  const found =
    callId !== undefined
      ? await phoneOfCall(db, callId)
      : taskId !== undefined && calleeId !== undefined
        ? await phoneOfCallee(db, taskId, calleeId)
        : undefined;
  if (found === undefined) throw refuse('notFound', { what: 'number' });
  return found;
};

/** Lists that say whether it may be called, each by its name. */
const standing = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  phone: string,
  { lists }: (typeof fileWords)[Language],
) => {
  const [shared, entries, exemption] = await Promise.all([
    sharedEntriesOf(unscopedDb, db, phone),
    entriesOf(db, phone, MOST.lists),
    exemptionOf(db, phone),
  ]);
  const above = shared.map(({ createdAt, trade }) => ({
    ...{ createdAt, reason: '', until: null, by: null, callId: null },
    list: trade === null ? lists.platform : lists.trade(trade),
  }));
  const white = exemption === undefined ? [] : [{ ...exemption, callId: null, list: lists.white }];
  const black = entries.map(({ task, ...entry }) => ({
    ...entry,
    list: task === null ? lists.merchant : lists.task(task),
  }));
  return [...above, ...white, ...black];
};

const MOST = { lists: 200, calls: 300, decisions: 1_000, consents: 100 } as const;

/** All of it, read at once; what lies beyond the most of each is said to be there. */
export const readNumberFile = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  phone: string,
  reader: Reader,
): Promise<NumberFile> => {
  const { language, seesPhones } = reader;
  const words = fileWords[language];
  const [areas, lists, calls, entries, consents, decisions] = await Promise.all([
    areasOf(unscopedDb, [phone]),
    listsOf(db, phone, MOST.lists + 1),
    callsOf(db, phone, MOST.calls + 1),
    standing(unscopedDb, db, phone, words),
    listConsents(unscopedDb, db.merchantId, { is: phone }, { after: null, offset: 0, limit: MOST.consents }),
    readDecisions(unscopedDb, db, { phone, seesPhones }, { after: null, limit: MOST.decisions + 1 }),
  ]);
  const shown = (text: string) => (seesPhones ? text : maskNumbers(text));
  return {
    phone: seesPhones ? phone : maskPhone(phone),
    area: areaText(areas.get(phone), seesPhones),
    scope: db.viewer === null ? 'all' : scopeOf(db.viewer),
    tasks: lists.slice(0, MOST.lists).map(({ state, because, importName, importedAt, ...list }) => ({
      ...list,
      import: importedAt === null ? null : { name: importName ?? '', at: importedAt.toISOString() },
      text: standingText(state === 'settled' ? because : state, language),
    })),
    calls: calls.slice(0, MOST.calls).map(call => ({
      id: call.id,
      at: call.placedAt.toISOString(),
      incoming: call.direction === 'in',
      task: call.task ?? '',
      line: call.lineName,
      state: call.state,
      level: call.correctedLevel ?? call.level,
      talkMs: Number(call.talkMs),
      recorded: call.recorded,
    })),
    entries: entries.map(({ createdAt, list, reason, until, by, callId }) => ({
      at: createdAt.toISOString(),
      list,
      until,
      reason: shown(storedText(reason, language)),
      by: by ?? '',
      callId,
    })),
    consents: consents.map(one => ({
      at: one.createdAt.toISOString(),
      source: words.sources[one.source],
      proof: shown([one.proof, one.fileName].filter(Boolean).join(' · ')),
      until: one.until,
      withdrawnAt: one.withdrawnAt?.toISOString() ?? null,
    })),
    decisions: decisions.slice(0, MOST.decisions).map(row => decisionView(row, reader)),
    more: lists.length > MOST.lists || calls.length > MOST.calls || decisions.length > MOST.decisions,
  };
};
