import { guideLimits, guideOption, type InputOf, type OutputOf, researchEndpoints } from '@lianxian/contract';
import { type GuideFault, type GuideOption, type GuideQuestion, guideFaultsOf, isMild } from '@lianxian/core';
import { z } from 'zod';
import type { MerchantDb } from '../../platform/db/index.ts';
import { bind, type Front, type Refusal, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import {
  clearRoot,
  deleteQuestion,
  guideOf,
  insertQuestion,
  lockPlan,
  orderQuestions,
  planOfQuestion,
  updateQuestion,
} from './research.store.ts';

type Endpoints = typeof researchEndpoints;
type Handle<K extends keyof Endpoints> = (
  input: InputOf<Endpoints[K]>,
  context: SignedInContext,
) => Promise<OutputOf<Endpoints[K]>>;

const noQuestion = () => refuse('notFound', { what: 'guideQuestion' });
const jsonOptions = z.array(guideOption.partial({ isChecked: true })).max(guideLimits.options);

const list: Handle<'list'> = async ({ planId }, { db }) => {
  if (!(await lockPlan(db, planId))) throw refuse('notFound', { what: 'plan' });
  const questions = (await guideOf(db, planId)).map(({ options, ...question }) => ({
    ...question,
    jsonOptions: JSON.stringify(options.map(({ v, n }) => ({ v, n, isChecked: false }))),
  }));
  return { questions };
};

/** What a fault that would break the guide is refused with. */
const refusalOf = (fault: GuideFault, questions: readonly GuideQuestion[]): Refusal => {
  const title = questions.find(({ id }) => id === fault.question)?.title ?? '';
  switch (fault.fault) {
    case 'circle':
      return refuse('guideCircle', { title });
    case 'leadsNowhere':
      return refuse('guideLeadsNowhere', { option: fault.option });
    case 'sameOption':
      return refuse('guideSameOption');
    case 'noRoot':
    case 'manyRoots':
      return refuse('guideRootStays');
    case 'noTitle':
    case 'noOptions':
    case 'emptyOption':
    case 'unreached':
      return refuse('guideNoOptions');
  }
};

const optionsOf = (written: string): readonly GuideOption[] | null => {
  try {
    const read = jsonOptions.safeParse(JSON.parse(written));
    return read.success ? read.data.map(({ v, n }) => ({ v, n })) : null;
  } catch {
    return null;
  }
};

/** The id of a question that has none yet; ids of the database begin at 1. */
const NEW = '0';

const save: Handle<'save'> = ({ planId, id = NEW, jsonOptions: written, ...fields }, context) =>
  context.db.transaction(async tx => {
    if (!(await lockPlan(tx, planId))) throw refuse('notFound', { what: 'plan' });
    const before = await guideOf(tx, planId);
    if (id !== NEW && !before.some(question => question.id === id)) throw noQuestion();
    if (id === NEW && before.length >= guideLimits.questions)
      throw refuse('guideFull', { limit: guideLimits.questions });
    const options = optionsOf(written);
    if (options === null) throw refuse('guideNoOptions');
    const others = before.filter(question => question.id !== id);
    const isRoot = fields.isRoot || !others.some(question => question.isRoot);
    const question = { ...fields, options, isRoot };
    const after = [...others.map(other => (isRoot ? { ...other, isRoot: false } : other)), { ...question, id }];
    const fault = guideFaultsOf(after).find(one => !isMild(one));
    if (fault) throw refusalOf(fault, after);
    if (isRoot) await clearRoot(tx, planId);
    const target = id === NEW ? await insertQuestion(tx, planId, question, before.length) : id;
    if (id !== NEW) await updateQuestion(tx, id, question);
    await recordAudit(tx, { action: 'research.save', target, after: { name: fields.title } }, auditBy(context));
    return { id: target };
  });

/** The questions of the plan a question is of, held. */
const guideAround = async (tx: MerchantDb, id: string) => {
  const planId = await planOfQuestion(tx, id);
  if (planId === undefined || !(await lockPlan(tx, planId))) throw noQuestion();
  const questions = await guideOf(tx, planId);
  const question = questions.find(one => one.id === id);
  if (question === undefined) throw noQuestion();
  return { question, others: questions.filter(one => one.id !== id) };
};

const order: Handle<'order'> = ({ id, before }, context) =>
  context.db.transaction(async tx => {
    const { question, others } = await guideAround(tx, id);
    const ids = others.map(other => other.id);
    const at = before === undefined ? ids.length : ids.indexOf(before);
    if (at < 0) throw noQuestion();
    await orderQuestions(tx, ids.toSpliced(at, 0, id));
    await recordAudit(tx, { action: 'research.order', target: id, name: question.title }, auditBy(context));
    return {};
  });

const remove: Handle<'remove'> = ({ id }, context) =>
  context.db.transaction(async tx => {
    const { question, others } = await guideAround(tx, id);
    const leads = others.find(({ options }) => options.some(({ n }) => n === id));
    if (leads) throw refuse('guideLedTo', { title: leads.title });
    if (question.isRoot && others.length > 0) throw refuse('guideRootStays');
    await deleteQuestion(tx, id);
    const before = { name: question.title };
    await recordAudit(tx, { action: 'research.remove', target: id, before }, auditBy(context));
    return {};
  });

/** Guide questions of plans, as operators write them. */
export const bindResearch = (front: Front): void => {
  bind(front, researchEndpoints.list, list);
  bind(front, researchEndpoints.save, save);
  bind(front, researchEndpoints.order, order);
  bind(front, researchEndpoints.remove, remove);
};
