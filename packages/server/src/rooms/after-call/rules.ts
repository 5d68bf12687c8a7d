import {
  type afterCallEndpoints,
  afterCallLimits,
  afterCallText,
  type InputOf,
  type OutputOf,
} from '@lianxian/contract';
import {
  type AfterCallRule,
  actionsFor,
  type CallFacts,
  type CallState,
  maskNumbers,
  maskPhone,
  type WantedAction,
} from '@lianxian/core';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { usableTemplates } from '../sms/index.ts';
import { optionsOf } from '../webhooks/index.ts';
import { insertRules, lastCalls, peopleToTell, rulesOf, seesTask, versionsOf } from './rules.store.ts';

type Rules = InputOf<typeof afterCallEndpoints.save>['rules'];

/** Whose rules: a task that one sees, or the merchant. */
const nameOf = async ({ db }: SignedInContext, taskId: string | undefined): Promise<string> => {
  if (taskId === undefined) return '';
  const name = await seesTask(db, taskId);
  if (name === null) throw refuse('notFound', { what: 'task' });
  return name;
};

/** Those of the merchant act on calls of everybody's: they are changed by who sees all of them. */
const mayChange = ({ db: { viewer } }: SignedInContext, taskId: string | undefined): boolean =>
  taskId !== undefined || viewer === null || viewer.scope === 'all';

export const showRules = async (
  { taskId }: InputOf<typeof afterCallEndpoints.rules>,
  context: SignedInContext,
): Promise<OutputOf<typeof afterCallEndpoints.rules>> => {
  await nameOf(context, taskId);
  const { db } = context;
  const of = taskId ?? null;
  const [{ version, rules }, versions, endpoints, people, templates] = await Promise.all([
    rulesOf(db, of),
    versionsOf(db, of),
    optionsOf(db),
    peopleToTell(db),
    usableTemplates(db),
  ]);
  return {
    // Written by ourselves, as the contract has them.
    rules: rules as Rules,
    version,
    versions: versions.map(({ savedAt, ...row }) => ({ ...row, at: savedAt.toISOString() })),
    endpoints,
    people,
    templates: templates.map(({ id, name }) => ({ id, name })),
    mayChange: mayChange(context, taskId),
  };
};

/** Names of all that an action may lead to, as sentences ask for them. */
const placesOf = async ({ db }: SignedInContext): Promise<ReadonlyMap<string, string>> => {
  const [endpoints, people, templates] = await Promise.all([optionsOf(db), peopleToTell(db), usableTemplates(db)]);
  return new Map([
    ...endpoints.map(({ id, name }) => [`webhook ${id}`, name] as const),
    ...people.map(({ id, name }) => [`person ${id}`, name] as const),
    ...templates.map(({ id, name }) => [`sms ${id}`, name] as const),
  ]);
};

/** An action leads to what is there. */
const checkPlaces = async (context: SignedInContext, rules: readonly AfterCallRule[]): Promise<void> => {
  const known = await placesOf(context);
  const wantedBy = ({ does }: AfterCallRule) =>
    does.flatMap(action => {
      if (action.do === 'webhook') return [`webhook ${action.endpoint}`];
      if (action.do === 'sms') return [`sms ${action.template}`];
      return action.do === 'notice' ? action.people.map(id => `person ${id}`) : [];
    });
  const lost = rules.find(rule => wantedBy(rule).some(place => !known.has(place)));
  if (lost !== undefined) throw refuse('afterCallNowhere', { rule: lost.name });
};

export const saveRules = async (
  { taskId, rules, version }: InputOf<typeof afterCallEndpoints.save>,
  context: SignedInContext,
): Promise<number> => {
  const name = await nameOf(context, taskId);
  if (!mayChange(context, taskId)) throw refuse('noRight');
  await checkPlaces(context, rules);
  const next = version + 1;
  await context.db.transaction(async tx => {
    const before = await rulesOf(tx, taskId ?? null);
    const saved =
      before.version === version &&
      (await insertRules(tx, {
        taskId: taskId ?? null,
        rules,
        version: next,
        savedBy: context.session.employeeId,
      }));
    if (!saved) throw refuse('afterCallMoved');
    const change = { before: { afterCall: before.rules }, after: { afterCall: rules } };
    await recordAudit(tx, { action: 'afterCall.save', target: taskId, name, ...change }, auditBy(context));
  });
  return next;
};

/** What was answered as who tries rules sees it: a rule that asks for a whole number would tell a masked one. */
const asSeen = (facts: CallFacts | null, isSeen: boolean): CallFacts | null =>
  isSeen || facts === null
    ? facts
    : {
        ...facts,
        answers: Object.fromEntries(Object.entries(facts.answers).map(([of, value]) => [of, maskNumbers(value)])),
      };

type Tried = OutputOf<typeof afterCallEndpoints.tryOut>;

const countsOf = (wanted: readonly (readonly WantedAction[])[]): Tried['actions'] => {
  const counts = new Map<string, number>();
  for (const actions of wanted)
    for (const kind of new Set(actions.map(({ action }) => action.do))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, calls]) => ({ do: kind, calls }));
};

/** What these rules would have done; nothing is carried out. */
export const tryRules = async (
  { taskId, rules }: InputOf<typeof afterCallEndpoints.tryOut>,
  context: SignedInContext,
): Promise<Tried> => {
  await nameOf(context, taskId);
  const { db, session, locale } = context;
  const [calls, names] = await Promise.all([lastCalls(db, taskId ?? null, afterCallLimits.looked), placesOf(context)]);
  const isSeen = session.buttons.has('phone:unmask');
  const wantedOf = ({ facts, ...call }: (typeof calls)[number]) =>
    actionsFor({ ...call, state: call.state as CallState, facts: asSeen(facts, isSeen) }, rules);
  const tried = calls.map(call => ({ call, wanted: wantedOf(call) })).filter(({ wanted }) => wanted.length > 0);
  return {
    looked: calls.length,
    acted: tried.length,
    actions: countsOf(tried.map(({ wanted }) => wanted)),
    list: tried.slice(0, afterCallLimits.shown).map(({ call, wanted }) => ({
      id: call.id,
      phone: isSeen ? call.phone : maskPhone(call.phone),
      state: call.state as CallState,
      level: call.level,
      endedAt: call.endedAt?.toISOString() ?? '',
      rules: [...new Set(wanted.map(({ rule }) => rule))],
      does: wanted.map(({ action }) => afterCallText(action, names, locale)),
    })),
  };
};
