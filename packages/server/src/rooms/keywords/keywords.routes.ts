import { type InputOf, id as idOfRow, keywordEndpoints, keywordLimits, type OutputOf } from '@lianxian/contract';
import { listedMeanings } from '@lianxian/core';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { wordsOf } from '../../platform/words/segments.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { keepRemoved } from '../removals/index.ts';
import { keywordsAmong, sentencesOf } from './analyzer.policy.ts';
import {
  type ChangedBy,
  countGroups,
  deleteGroup,
  groupGoes,
  hasGroup,
  insertGroup,
  isNameTaken,
  listGroups,
  lockGroup,
  touchGroup,
  updateGroup,
} from './groups.store.ts';
import type { HeardBeside, HearingWork } from './hearing.thread.ts';
import { haveRoom } from './limits.ts';
import { addStarters, startersMissing } from './starter.ts';
import { findDraft, usesOf } from './uses.store.ts';
import { readKeyword, readKeywords } from './words.policy.ts';
import {
  borrowedFor,
  countAllWords,
  countWords,
  deleteWords,
  findWord,
  insertWords,
  isKept,
  listWords,
  searchWords,
  updateWord,
} from './words.store.ts';

type Endpoints = typeof keywordEndpoints;
type Handle<K extends keyof Endpoints> = (
  input: InputOf<Endpoints[K]>,
  context: SignedInContext,
) => Promise<OutputOf<Endpoints[K]>>;

const noGroup = () => refuse('notFound', { what: 'keywordGroup' });
const byWhom = ({ session, at }: SignedInContext): ChangedBy => ({ employeeId: session.employeeId, at });

const groups: Handle<'groups'> = async (input, { db }) => {
  const [rows, total, missing] = await Promise.all([
    listGroups(db, input.search, pageOf(input)),
    countGroups(db, input.search),
    startersMissing(db),
  ]);
  const list = rows.map(({ id, name, semantic, note, words, changedAt }) => ({
    ...{ id, name, semantic, note },
    words: Number(words),
    changedAt: changedAt.toISOString(),
  }));
  return { list, total, missing: [...missing] };
};

const saveGroup: Handle<'saveGroup'> = ({ id, ...group }, context) =>
  context.db.transaction(async tx => {
    const audit = (target: string, before?: typeof group) =>
      recordAudit(tx, { action: 'keywords.save', target, before, after: group }, auditBy(context));
    if (id === undefined) {
      if ((await countGroups(tx)) >= keywordLimits.groups)
        throw refuse('keywordGroupsFull', { limit: keywordLimits.groups });
      const made = await insertGroup(tx, group, byWhom(context));
      if (made === null) throw refuse('keywordGroupTaken', { name: group.name });
      await audit(made);
      return { id: made };
    }
    const found = await lockGroup(tx, id);
    if (found === undefined) throw noGroup();
    if (await isNameTaken(tx, group.name, id)) throw refuse('keywordGroupTaken', { name: group.name });
    await updateGroup(tx, id, group, byWhom(context));
    await audit(id, { name: found.name, semantic: found.semantic, note: found.note });
    return { id };
  });

const addStarterGroups: Handle<'addStarters'> = (_, context) =>
  context.db.transaction(async tx => {
    const added = await addStarters(tx, byWhom(context));
    if (added.length > 0) await haveRoom(tx);
    for (const { id, ...group } of added)
      await recordAudit(tx, { action: 'keywords.save', target: id, after: group }, auditBy(context));
    return { added: added.map(({ name }) => name) };
  });

const removeGroup: Handle<'removeGroup'> = ({ id }, context) =>
  context.db.transaction(async tx => {
    const group = await lockGroup(tx, id);
    if (group === undefined) throw noGroup();
    const drafted = (await usesOf(tx, id)).find(({ inDraft }) => inDraft);
    if (drafted) throw refuse('keywordGroupUsed', { plan: drafted.name });
    const removed = { kind: 'keywords', target: id, name: group.name } as const;
    const undo = await keepRemoved(tx, removed, { goes: groupGoes(tx, id), at: context.at });
    await deleteGroup(tx, id);
    await recordAudit(tx, { action: 'keywords.remove', target: id, before: { name: group.name } }, auditBy(context));
    return { undo };
  });

const list: Handle<'list'> = async (input, { db }) => {
  if (!(await hasGroup(db, input.groupId))) throw noGroup();
  const [rows, total] = await Promise.all([listWords(db, input, pageOf(input)), countWords(db, input)]);
  return { list: rows, total };
};

const add: Handle<'add'> = ({ groupId, kind, texts }, context) =>
  context.db.transaction(async tx => {
    const group = await lockGroup(tx, groupId);
    if (group === undefined) throw noGroup();
    const read = readKeywords(kind, texts);
    const inGroup = (await countWords(tx, { groupId, search: '' })) + read.texts.length;
    if (inGroup > keywordLimits.wordsInGroup) throw refuse('keywordsFull', { limit: keywordLimits.wordsInGroup });
    if ((await countAllWords(tx)) + read.texts.length > keywordLimits.words)
      throw refuse('keywordsFull', { limit: keywordLimits.words });
    const words = read.texts.map(text => ({ kind, text }));
    const added = await insertWords(tx, groupId, words);
    if (added > 0) {
      await touchGroup(tx, groupId, byWhom(context));
      const entry = {
        action: 'keywords.words.add',
        target: groupId,
        name: group.name,
        after: { count: added },
      } as const;
      await recordAudit(tx, entry, auditBy(context));
    }
    return { added, known: words.length - added, refused: [...read.refused].slice(0, REFUSED_SHOWN) };
  });
/** Of a pasting gone wrong the first ones say enough. */
const REFUSED_SHOWN = 100;

const saveWord: Handle<'saveWord'> = ({ id, kind, text }, context) =>
  context.db.transaction(async tx => {
    const found = await findWord(tx, id);
    const group = found && (await lockGroup(tx, found.groupId));
    if (!found || !group) throw refuse('notFound', { what: 'word' });
    const read = readKeyword(kind, text);
    if (read === null) throw refuse('keywordUnreadable', { word: text });
    if (kind === found.kind && read === found.text) return {};
    if (await isKept(tx, found.groupId, { kind, text: read })) throw refuse('keywordTaken', { word: read });
    await updateWord(tx, id, { kind, text: read });
    await touchGroup(tx, found.groupId, byWhom(context));
    const changed = { before: { word: found.text }, after: { word: read } };
    const entry = { action: 'keywords.words.save', target: found.groupId, name: group.name, ...changed } as const;
    await recordAudit(tx, entry, auditBy(context));
    return {};
  });

const removeWords: Handle<'removeWords'> = ({ groupId, ids }, context) =>
  context.db.transaction(async tx => {
    const group = await lockGroup(tx, groupId);
    if (group === undefined) throw noGroup();
    const removed = await deleteWords(tx, groupId, ids.split(','));
    if (removed.length > 0) {
      await touchGroup(tx, groupId, byWhom(context));
      const before = { count: removed.length };
      const entry = { action: 'keywords.words.remove', target: groupId, name: group.name, before } as const;
      await recordAudit(tx, entry, auditBy(context));
    }
    return { removed: removed.length };
  });

const uses: Handle<'uses'> = async ({ id }, { db }) => {
  if (!(await hasGroup(db, id))) throw noGroup();
  return { list: [...(await usesOf(db, id))] };
};

const analyzer: Handle<'analyzer'> = async ({ id }, { db }) => {
  const [planId = '', nodeId = ''] = id.split('/');
  const draft = idOfRow.safeParse(planId).success ? await findDraft(db, planId) : undefined;
  const sentences = draft ? sentencesOf(draft, nodeId) : null;
  if (sentences === null) throw refuse('notFound', { what: 'node' });
  return { msg: keywordsAmong(sentences.flatMap(wordsOf)).join(',') };
};

const hearing = new URL('./hearing.thread.ts', import.meta.url);

const meanings: Handle<'meanings'> = async ({ planId }, { db, bench }) => {
  const draft = await findDraft(db, planId);
  if (draft === undefined) throw refuse('notFound', { what: 'plan' });
  const groups = [...draft.intents, ...draft.knowledge].flatMap(({ groups = [] }) => groups);
  const borrowed = await borrowedFor(db, groups);
  const { intents, knowledge, defaults } = draft;
  const work = { intents, knowledge, defaults, borrowed };
  const { proposed, byEar } = await bench.run<HeardBeside>(hearing, work satisfies HearingWork);
  return {
    list: listedMeanings().map(meaning => ({ ...meaning, some: [...meaning.some] })),
    proposed: proposed.map(({ owner, meanings }) => ({ owner, meanings: [...meanings] })),
    byEar: byEar.map(({ owner, heard }) => ({ owner, heard: [...heard] })),
  };
};

/** The common word library, and the two endpoints of the original that look into it and into a node's sentences. */
export const bindKeywords = (front: Front): void => {
  bind(front, keywordEndpoints.groups, groups);
  bind(front, keywordEndpoints.saveGroup, saveGroup);
  bind(front, keywordEndpoints.addStarters, addStarterGroups);
  bind(front, keywordEndpoints.removeGroup, removeGroup);
  bind(front, keywordEndpoints.list, list);
  bind(front, keywordEndpoints.add, add);
  bind(front, keywordEndpoints.saveWord, saveWord);
  bind(front, keywordEndpoints.removeWords, removeWords);
  bind(front, keywordEndpoints.uses, uses);
  bind(front, keywordEndpoints.analyzer, analyzer);
  bind(front, keywordEndpoints.meanings, meanings);
  bind(front, keywordEndpoints.search, async ({ q }, { db }) => [
    ...(q === '' ? [] : await searchWords(db, q, keywordLimits.found)),
  ]);
};
