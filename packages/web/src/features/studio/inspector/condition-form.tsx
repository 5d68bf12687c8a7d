import { endpoints } from '@lianxian/contract';
import { type Condition, type ConditionNode, comparisons, type PlanVariable } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { GripVertical, Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { draftChars } from '../draft/limits.ts';
import { ExitRows } from './exit-rows.tsx';
import { Select } from './fields.tsx';
import { moved, useRowOrder } from './row-order.ts';
import { TargetSelect } from './target-select.tsx';
import { usePutNode } from './use-node.ts';

const states = ['empty', 'filled'] as const;
const ofTime = 'time:';
const ofList = 'list:';
const workday = { from: 9 * 60, to: 18 * 60 };

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const minutesOf = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
};

const TimeRange = ({
  value,
  onChange,
}: {
  value: { readonly from: number; readonly to: number };
  onChange: (value: { from: number; to: number }) => void;
}) => {
  const { t } = useTranslation('inspector');
  return (
    <>
      <input
        type="time"
        className="field"
        aria-label={t($ => $.condition.from)}
        value={clock(value.from)}
        onChange={event => onChange({ ...value, from: minutesOf(event.target.value) })}
      />
      <input
        type="time"
        className="field"
        aria-label={t($ => $.condition.to)}
        value={clock(value.to)}
        // Midnight at the end is the end of the day.
        onChange={event => onChange({ ...value, to: minutesOf(event.target.value) || 1_440 })}
      />
    </>
  );
};

/** Titles of columns that came with the latest lists, and are no variable of this plan yet. */
const useListTitles = (variables: readonly PlanVariable[]): readonly string[] => {
  const { data } = useQuery({
    queryKey: ['task/keptTitles'],
    queryFn: ({ signal }) => call(endpoints.taskNumbers.keptTitles, {}, { signal, quiet: true }),
  });
  const known = new Set(variables.flatMap(({ name, label }) => [name, label]));
  return (data?.titles ?? []).filter(title => !known.has(title));
};

/** One condition: a variable or a column of the list compared, or a time of the day. */
const ConditionFields = ({ value, onChange }: { value: Condition; onChange: (value: Condition) => void }) => {
  const { t } = useTranslation('inspector');
  const store = useDraftStore();
  const variables = useDraft(draft => draft.plan.variables);
  const titles = useListTitles(variables);
  const subject = 'timeOfDay' in value ? ofTime : value.variable;
  const choose = (chosen: string) => {
    const name = chosen.startsWith(ofList) ? chosen.slice(ofList.length) : chosen;
    // A column that a condition looks at is a variable of the plan: its next list fills it, and so did those that kept it.
    if (chosen !== name) {
      const added: PlanVariable = { name, label: name, fallback: '', spoken: 'asWritten' };
      store.getState().change(
        plan => ({ ...plan, variables: [...plan.variables, added] }),
        t($ => $.condition.variable),
      );
    }
    if (name === ofTime) onChange({ timeOfDay: workday });
    else if ('timeOfDay' in value) onChange({ variable: name, is: 'filled' });
    else onChange({ ...value, variable: name });
  };
  return (
    <>
      <Select
        name={t($ => $.condition.variable)}
        value={subject}
        options={[
          ...variables.map(({ name, label }) => ({ value: name, text: label || name })),
          ...titles.map(title => ({ value: `${ofList}${title}`, text: t($ => $.condition.ofList, { title }) })),
          { value: ofTime, text: t($ => $.condition.time) },
        ]}
        onChange={choose}
      />
      {'timeOfDay' in value ? (
        <TimeRange value={value.timeOfDay} onChange={timeOfDay => onChange({ timeOfDay })} />
      ) : (
        <>
          <Select
            name={t($ => $.condition.is)}
            value={value.is}
            options={[...comparisons, ...states].map(is => ({ value: is, text: t($ => $.condition.ops[is]) }))}
            onChange={is => {
              const { variable } = value;
              const state = states.find(each => each === is);
              const comparison = comparisons.find(each => each === is);
              if (state) onChange({ variable, is: state });
              else if (comparison) onChange({ variable, is: comparison, value: 'value' in value ? value.value : '' });
            }}
          />
          {'value' in value && (
            <input
              className="field"
              aria-label={t($ => $.condition.value)}
              maxLength={draftChars('flows.nodes.branches.when.value')}
              value={value.value}
              onChange={event => onChange({ ...value, value: event.target.value })}
            />
          )}
        </>
      )}
    </>
  );
};

/** Conditions in order: the first that holds decides where it goes. */
export const ConditionForm = ({ node }: { node: ConditionNode }) => {
  const { t } = useTranslation('inspector');
  const put = usePutNode(node);
  const { branches } = node;
  const variable = useDraft(draft => draft.plan.variables[0]?.name ?? '');
  const { rowProps, handleProps } = useRowOrder((from, to) => put({ branches: moved(branches, from, to) }));
  return (
    <>
      <section className="inspector-branches">
        <header className="row between">
          <h3>{t($ => $.condition.title)}</h3>
          <button
            type="button"
            className="link"
            onClick={() => put({ branches: [...branches, { when: { variable, is: 'filled' }, to: '' }] })}
          >
            <Plus size={13} aria-hidden="true" /> {t($ => $.condition.add)}
          </button>
        </header>
        <ol>
          {branches.map(({ when, to }, at) => {
            const name = t($ => $.condition.nth, { number: at + 1 });
            return (
              <li key={`branch ${String(at)}`} className="is-condition" aria-label={name} {...rowProps(at)}>
                <i className="grid" {...handleProps(at)} title={t($ => $.branches.hint)}>
                  <GripVertical size={14} aria-hidden="true" />
                </i>
                <div className="inspector-condition grid gap-4">
                  <ConditionFields
                    value={when}
                    onChange={next => put({ branches: branches.with(at, { when: next, to }) })}
                  />
                  <TargetSelect
                    name={`${name} ${t($ => $.branches.to)}`}
                    value={to}
                    but={node.id}
                    onChange={next => put({ branches: branches.with(at, { when, to: next }) })}
                  />
                </div>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t($ => $.removeRow, { what: name })}
                  onClick={() => put({ branches: branches.filter((_, index) => index !== at) })}
                >
                  <X size={14} aria-hidden="true" />
                </button>
              </li>
            );
          })}
        </ol>
      </section>
      <ExitRows node={node} />
    </>
  );
};
