import { endpoints, planLimits } from '@lianxian/contract';
import {
  allOf,
  type Condition,
  type ConditionNode,
  type ConditionPart,
  comparisons,
  conditionParts,
  type PlanVariable,
} from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { GripVertical, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { draftChars } from '../draft/limits.ts';
import { DateTestFields, freshDateTest } from '../frame/date-test-fields.tsx';
import { isWhole, knownValues } from '../graph/variables.ts';
import { ExitRows } from './exit-rows.tsx';
import { Select } from './fields.tsx';
import { moved, useRowOrder } from './row-order.ts';
import { TargetSelect } from './target-select.tsx';
import { TimeRange } from './time-range.tsx';
import { usePutNode } from './use-node.ts';

const states = ['empty', 'filled'] as const;
const ofDate = 'date';
const ofTime = 'time:';
const ofList = 'list:';
const workday = { from: 9 * 60, to: 18 * 60 };

/** Titles of columns that came with the latest lists, and are no variable of this plan yet. */
const useListTitles = (variables: readonly PlanVariable[]): readonly string[] => {
  const { data } = useQuery({
    queryKey: ['task/keptTitles'],
    queryFn: ({ signal }) => call(endpoints.taskNumbers.keptTitles, {}, { signal, quiet: true }),
  });
  const known = new Set(variables.flatMap(({ name, label }) => [name, label]));
  return (data?.titles ?? []).filter(title => !known.has(title));
};

type Comparison = Extract<ConditionPart, { readonly value: string }>;
const other = 'other:';
const ofKnown = 'known:';

/** What a variable is held against: one of the values it is known to take, or whatever is typed. */
const ValueField = ({ value: part, onChange }: { value: Comparison; onChange: (value: Comparison) => void }) => {
  const { t } = useTranslation('inspector');
  const plan = useDraft(draft => draft.plan);
  const [isTyped, setIsTyped] = useState(false);
  const known = isWhole(part.is) ? knownValues(plan, part) : [];
  if (!isTyped && known.length > 0 && (part.value === '' || known.includes(part.value)))
    return (
      <Select
        name={t($ => $.condition.value)}
        value={`${ofKnown}${part.value}`}
        options={[
          ...known.map(value => ({ value: `${ofKnown}${value}`, text: value })),
          { value: other, text: t($ => $.condition.otherValue) },
        ]}
        onChange={chosen =>
          chosen === other ? setIsTyped(true) : onChange({ ...part, value: chosen.slice(ofKnown.length) })
        }
      />
    );
  return (
    <input
      className="field"
      aria-label={t($ => $.condition.value)}
      maxLength={draftChars('flows.nodes.branches.when.value')}
      value={part.value}
      onChange={event => {
        setIsTyped(true);
        onChange({ ...part, value: event.target.value });
      }}
    />
  );
};

interface PartProps {
  readonly value: ConditionPart;
  readonly onChange: (value: ConditionPart) => void;
}

/** A variable or a column of the list compared, or a time of the day. */
const PartFields = ({ value, onChange }: PartProps) => {
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
            options={([...comparisons, ...states, ofDate] as const).map(is => ({
              value: is,
              text: t($ => $.condition.ops[is]),
            }))}
            onChange={is => {
              const { variable } = value;
              const state = states.find(each => each === is);
              const comparison = comparisons.find(each => each === is);
              if (is === ofDate) onChange({ variable, is, date: freshDateTest });
              else if (state) onChange({ variable, is: state });
              else if (comparison) onChange({ variable, is: comparison, value: 'value' in value ? value.value : '' });
            }}
          />
          {'value' in value && <ValueField value={value} onChange={onChange} />}
          {'date' in value && (
            <DateTestFields className="field" value={value.date} onChange={date => onChange({ ...value, date })} />
          )}
        </>
      )}
    </>
  );
};

interface ConditionProps {
  readonly name: string;
  readonly value: Condition;
  readonly onChange: (value: Condition) => void;
}

/** One condition, or several that must all hold. */
const ConditionFields = ({ name, value, onChange }: ConditionProps) => {
  const { t } = useTranslation('inspector');
  const variable = useDraft(draft => draft.plan.variables[0]?.name ?? '');
  const parts = conditionParts(value);
  const put = ([first, ...more]: readonly ConditionPart[]) => first && onChange(allOf([first, ...more]));
  return (
    <>
      {parts.map((part, at) => {
        const called = t($ => $.condition.part, { name, number: at + 1 });
        return (
          <fieldset
            key={`part ${String(at)}`}
            className="inspector-condition grid gap-4"
            aria-label={parts.length > 1 ? called : undefined}
          >
            <PartFields value={part} onChange={next => put(parts.with(at, next))} />
            {parts.length > 1 && (
              <button type="button" className="link" onClick={() => put(parts.filter((_, index) => index !== at))}>
                <X size={13} aria-hidden="true" /> {t($ => $.removeRow, { what: called })}
              </button>
            )}
          </fieldset>
        );
      })}
      {parts.length < planLimits.conditionParts && (
        <button type="button" className="link" onClick={() => put([...parts, { variable, is: 'filled' }])}>
          <Plus size={13} aria-hidden="true" /> {t($ => $.condition.and)}
        </button>
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
                <div className="grid gap-4">
                  <ConditionFields
                    name={name}
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
