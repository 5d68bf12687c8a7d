import { type LevelCondition, waysOut } from '@lianxian/core';
import { X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainChoice } from '../../../ui/plain-choice.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { draftChars, draftLimits } from '../draft/limits.ts';
import { DateTestFields } from '../frame/date-test-fields.tsx';
import { nodeOf } from '../graph/edits.ts';
import { ruledExit, wordOfExit } from '../graph/faces.ts';
import { type Fact, facts, freshCondition, isCountCondition } from './condition-kinds.ts';

interface RowProps {
  readonly condition: LevelCondition;
  readonly onChange: (condition: LevelCondition) => void;
}

interface PickProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One of the plan's things; one that is gone by now says so instead of being another. */
const Pick = ({ label, options, value, onChange }: PickProps) => {
  const { t } = useTranslation('learning');
  const id = useId();
  const isGone = value !== '' && !options.some(option => option.value === value);
  const shown = isGone ? [...options, { value, label: t($ => $.levels.gone) }] : options;
  return (
    <span>
      <span className="only-read" id={id}>
        {label}
      </span>
      <PlainChoice
        labelledBy={id}
        value={value === '' ? null : value}
        placeholder={t($ => $.levels.pick)}
        options={shown}
        wrong={isGone || value === ''}
        onChange={onChange}
      />
    </span>
  );
};

/** What is counted has no end that anybody would meet. */
/** A variable of the plan, by the name people gave it. */
const VariablePick = (props: Omit<PickProps, 'label' | 'options'>) => {
  const { t } = useTranslation('learning');
  const variables = useDraft(draft => draft.plan.variables);
  const options = variables.map(({ name, label }) => ({ value: name, label: label || name }));
  return <Pick label={t($ => $.levels.variable)} options={options} {...props} />;
};

const { least = 0 } = draftLimits('levelRules.when.atLeast');

const NumberField = (props: {
  label: string;
  unit: number;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) => (
  <label className="levels-number row-in gap-4 ink2">
    {props.label}
    <input
      type="number"
      min={least}
      value={props.value === undefined ? '' : props.value / props.unit}
      onChange={event =>
        props.onChange(event.target.value === '' ? undefined : Math.max(least, Number(event.target.value)) * props.unit)
      }
    />
  </label>
);

const Bounds = ({ condition, onChange }: RowProps) => {
  const { t } = useTranslation('learning');
  if (!isCountCondition(condition)) return null;
  const { atLeast, atMost, ...rest } = condition;
  const put = (bounds: { atLeast: number | undefined; atMost: number | undefined }) =>
    onChange({
      ...rest,
      ...(bounds.atLeast !== undefined && { atLeast: bounds.atLeast }),
      ...(bounds.atMost !== undefined && { atMost: bounds.atMost }),
    });
  const unit = condition.fact === 'talkMs' ? 1_000 : 1;
  return (
    <>
      <NumberField
        label={t($ => $.levels.atLeast)}
        unit={unit}
        value={atLeast}
        onChange={value => put({ atLeast: value, atMost })}
      />
      <NumberField
        label={t($ => $.levels.atMost)}
        unit={unit}
        value={atMost}
        onChange={value => put({ atLeast, atMost: value })}
      />
      <span>{condition.fact === 'talkMs' ? t($ => $.levels.seconds) : t($ => $.levels.count)}</span>
    </>
  );
};

/** What the condition is about, picked from the draft. */
const Detail = ({ condition, onChange }: RowProps) => {
  const { t } = useTranslation('learning');
  const plan = useDraft(draft => draft.plan);
  const nodes = plan.flows.flatMap(flow => flow.nodes.map(({ id, name }) => ({ value: id, label: name })));
  switch (condition.fact) {
    case 'passedNode':
      return (
        <Pick
          label={t($ => $.levels.node)}
          options={nodes}
          value={condition.node}
          onChange={node => onChange({ ...condition, node })}
        />
      );
    case 'leftNode': {
      const node = nodeOf(plan, condition.node);
      const known = ruledExit(plan, node, condition.by) === null ? [] : [condition.by];
      const exits = [...new Set([...(node ? waysOut(node).map(({ exit }) => exit) : []), ...known])];
      return (
        <>
          <Pick
            label={t($ => $.levels.node)}
            options={nodes}
            value={condition.node}
            onChange={id => onChange({ ...condition, node: id, by: '' })}
          />
          <Pick
            label={t($ => $.levels.by)}
            options={exits.map(exit => ({ value: exit, label: wordOfExit(plan, exit, node) }))}
            value={condition.by}
            onChange={by => onChange({ ...condition, by })}
          />
        </>
      );
    }
    case 'metIntent': {
      const options = [...plan.intents, ...plan.knowledge].map(({ id, name }) => ({ value: id, label: name }));
      return (
        <>
          <Pick
            label={t($ => $.levels.intent)}
            options={options}
            value={condition.intent}
            onChange={intent => onChange({ ...condition, intent })}
          />
          <NumberField
            label={t($ => $.levels.times)}
            unit={1}
            value={condition.atLeast ?? 1}
            onChange={times => onChange({ ...condition, atLeast: Math.max(1, times ?? 1) })}
          />
        </>
      );
    }
    case 'answered':
      return (
        <>
          <VariablePick value={condition.variable} onChange={variable => onChange({ ...condition, variable })} />
          <input
            className="levels-value"
            aria-label={t($ => $.levels.value)}
            placeholder={t($ => $.levels.value)}
            maxLength={draftChars('levelRules.when.value')}
            value={condition.value ?? ''}
            onChange={({ target }) => {
              const { value: _, ...rest } = condition;
              onChange(target.value === '' ? rest : { ...rest, value: target.value });
            }}
          />
        </>
      );
    case 'answeredDate':
      return (
        <>
          <VariablePick value={condition.variable} onChange={variable => onChange({ ...condition, variable })} />
          <DateTestFields
            className="levels-value"
            value={condition.date}
            onChange={date => onChange({ ...condition, date })}
          />
        </>
      );
    case 'hungUpBy':
      return (
        <Pick
          label={t($ => $.levels.facts.hungUpBy)}
          options={(['callee', 'robot'] as const).map(by => ({ value: by, label: t($ => $.levels.hangers[by]) }))}
          value={condition.by}
          onChange={by => onChange({ ...condition, by: by === 'robot' ? 'robot' : 'callee' })}
        />
      );
    case 'transferred':
      return null;
    default:
      return <Bounds condition={condition} onChange={onChange} />;
  }
};

/** One condition of a rule: what it looks at, of what, and whether it must not hold. */
export const ConditionRow = ({ condition, onChange, onRemove }: RowProps & { readonly onRemove: () => void }) => {
  const { t } = useTranslation('learning');
  const { not = false } = condition;
  const negate = (yes: boolean) => {
    const { not: _, ...rest } = condition;
    onChange((yes ? { ...rest, not: true } : rest) as LevelCondition);
  };
  return (
    <li className="levels-condition row gap-6 wrap">
      <button
        type="button"
        className="levels-not"
        aria-pressed={not}
        title={t($ => $.levels.negate)}
        onClick={() => negate(!not)}
      >
        {not ? t($ => $.levels.not) : t($ => $.levels.is)}
      </button>
      <Pick
        label={t($ => $.levels.fact)}
        options={facts.map(fact => ({ value: fact, label: t($ => $.levels.facts[fact]) }))}
        value={condition.fact}
        onChange={fact => onChange(freshCondition(fact as Fact))}
      />
      <Detail condition={condition} onChange={onChange} />
      <button
        type="button"
        className="icon-button push"
        aria-label={t($ => $.levels.removeCondition)}
        onClick={onRemove}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  );
};
