import {
  type InputOf,
  type OutputOf,
  type SeriesBecause,
  seriesBecauseText,
  taskSeriesEndpoints,
} from '@lianxian/contract';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { copyWithin, lockTask, nameApart, namesLike } from '../tasks/index.ts';
import {
  becomeList,
  changeSeries,
  insertSeries,
  listSeries,
  listTemplates,
  lockSeries,
  runsOf,
  type SeriesDays,
} from './series.store.ts';

const templates = async ({ db }: SignedInContext): Promise<OutputOf<typeof taskSeriesEndpoints.templates>> => ({
  list: (await listTemplates(db)).map(({ id, name, planName, by, createdAt }) => ({
    ...{ id, name, planName, by: by ?? '', createdAt: createdAt.toISOString() },
  })),
});

/** The settings of a task, kept to make others from; a name that is taken is told apart. */
const saveTemplate = ({ id, name }: InputOf<typeof taskSeriesEndpoints.saveTemplate>, context: SignedInContext) =>
  context.db.transaction(async tx => {
    const named = nameApart(name, '', await namesLike(tx, name, true));
    const made = await copyWithin(tx, { id, name: named, isTemplate: true }, context.session.employeeId);
    await recordAudit(tx, { action: 'task.saveTemplate', target: made, name: named }, auditBy(context));
    return { id: made };
  });

const list = async ({ db, locale }: SignedInContext): Promise<OutputOf<typeof taskSeriesEndpoints.list>> => {
  const found = await listSeries(db);
  const runs = await runsOf(
    db,
    found.map(({ id }) => id),
  );
  return {
    list: found.map(series => ({
      ...series,
      weekdays: [...series.weekdays],
      by: series.by ?? '',
      becauseText: seriesBecauseText(series.because as SeriesBecause, locale),
      waiting: series.people === 'list' ? series.waiting : 0,
      runs: runs
        .filter(({ seriesId }) => seriesId === series.id)
        .map(({ id, name, day, state, total, answered }) => ({ id, name, day, state, total, answered })),
    })),
  };
};

const daysOf = ({ weekdays, minute, endsOn }: Omit<SeriesDays, 'endsOn'> & { endsOn?: string | undefined }) => ({
  weekdays: [...new Set(weekdays)].toSorted(),
  minute,
  endsOn: endsOn ?? null,
});

/** Of `unreached` a copy of the settings makes the runs; of `list` the draft itself, whose numbers wait for them. */
const repeat = (input: InputOf<typeof taskSeriesEndpoints.repeat>, context: SignedInContext) =>
  context.db.transaction(async tx => {
    const { id, name, people } = input;
    const task = await lockTask(tx, id);
    if (task === undefined) throw refuse('notFound', { what: 'task' });
    const isList = people === 'list';
    if (isList && task.state !== 'draft') throw refuse('seriesOfDraft');
    if (isList) await becomeList(tx, id, name);
    const { employeeId } = context.session;
    const taskId = isList ? id : await copyWithin(tx, { id, name, isTemplate: true }, employeeId);
    await insertSeries(tx, { taskId, people, lastTaskId: isList ? null : id, ...daysOf(input) }, context.at);
    const after = { copiedFrom: task.name, people, ...daysOf(input) };
    await recordAudit(tx, { action: 'task.repeat', target: taskId, name, after }, auditBy(context));
    return { id: taskId };
  });

/** What has ended stays so; its runs are tasks as any other. */
const setSeries = (input: InputOf<typeof taskSeriesEndpoints.setSeries>, context: SignedInContext) =>
  context.db.transaction(async tx => {
    const task = await lockTask(tx, input.id);
    const series = task && (await lockSeries(tx, input.id));
    if (!task || !series) throw refuse('notFound', { what: 'task' });
    if (series.state === 'ended') throw refuse('taskOver');
    const after = { state: input.state, ...daysOf(input) };
    await changeSeries(tx, input.id, after, context.at);
    await recordAudit(tx, { action: 'task.setSeries', target: task.id, name: task.name, after }, auditBy(context));
    return {};
  });

/** Templates of tasks, and series: settings that make a task of their own on each of their days. */
export const bindTaskSeries = (front: Front): void => {
  bind(front, taskSeriesEndpoints.templates, (_, context) => templates(context));
  bind(front, taskSeriesEndpoints.saveTemplate, saveTemplate);
  bind(front, taskSeriesEndpoints.list, (_, context) => list(context));
  bind(front, taskSeriesEndpoints.repeat, repeat);
  bind(front, taskSeriesEndpoints.setSeries, setSeries);
};
