import { hotWordLimits, type SpeechKind } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { keepsHotWords, wholeSettings } from './speech.policy.ts';
import { findChosen, lockServices, updateService } from './speech.store.ts';

/** The chosen recogniser, where its protocol takes words to expect. */
const taker = async (db: MerchantDb) => {
  const row = await findChosen(db, 'recogniser');
  return row !== undefined && keepsHotWords(row.kind as SpeechKind) ? row : null;
};

/** Who would be told to expect this word; null: nobody takes words, or has it, or has as many as it may. */
export const takesHotWords = async (db: MerchantDb, word: string): Promise<string | null> => {
  const row = await taker(db);
  if (row === null) return null;
  const { hotwords } = wholeSettings(row.settings);
  const fits = word.length <= hotWordLimits.chars && hotwords.length < hotWordLimits.words;
  return fits && !hotwords.includes(word) ? row.name : null;
};

/** Adds a hot word to the chosen recogniser, or takes it away; whether anything changed. */
export const setHotWord = async (
  tx: MerchantDb,
  context: SignedInContext,
  { word, isExpected }: { readonly word: string; readonly isExpected: boolean },
): Promise<boolean> => {
  await lockServices(tx);
  const row = await taker(tx);
  if (row === null) return false;
  const settings = wholeSettings(row.settings);
  const others = settings.hotwords.filter(one => one !== word);
  const hotwords = isExpected ? [...others, word] : others;
  if (hotwords.length === settings.hotwords.length || hotwords.length > hotWordLimits.words) return false;
  await updateService(tx, row.id, { name: row.name, settings: { ...settings, hotwords } });
  const facts = { before: { hotwords: settings.hotwords }, after: { hotwords } };
  await recordAudit(tx, { action: 'speech.save', target: row.id, name: row.name, ...facts }, auditBy(context));
  return true;
};
