import { afterCallLimits } from '@lianxian/contract';
import { callStates, levels } from '@lianxian/core';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { facts, freshCondition, isCount } from './kinds.ts';
import { Pick } from './pick.tsx';
import type { Condition } from './use-after-call.ts';

interface RowProps {
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
}

interface SeveralProps<Value extends string> {
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: Value[]) => void;
}
/** Some of a few; the last stays, for none is no condition. */
const Several = <Value extends string>({ options, chosen, onChange }: SeveralProps<Value>) => (
  <span className="after-call-several flex wrap gap-4">
    {options.map(({ value, label }) => {
      const isChosen = chosen.includes(value);
      const next = isChosen ? chosen.filter(one => one !== value) : [...chosen, value];
      return (
        <button
          key={value}
          type="button"
          aria-pressed={isChosen}
          onClick={() => next.length > 0 && onChange([...next])}
        >
          {label}
        </button>
      );
    })}
  </span>
);

const Bound = (props: {
  label: string;
  unit: number;
  value: number | undefined;
  onChange: (value?: number) => void;
}) => (
  <label className="row-in gap-4 ink2">
    {props.label}
    <input
      type="number"
      min={afterCallLimits.least}
      value={props.value === undefined ? '' : props.value / props.unit}
      onChange={({ target }) => {
        if (target.value === '') props.onChange();
        else props.onChange(Math.max(afterCallLimits.least, Number(target.value)) * props.unit);
      }}
    />
  </label>
);

const Bounds = ({ condition, onChange }: RowProps) => {
  const { t } = useTranslation('afterCall');
  if (!isCount(condition)) return null;
  const { atLeast, atMost, ...rest } = condition;
  const put = (least?: number, most?: number) =>
    onChange({ ...rest, ...(least !== undefined && { atLeast: least }), ...(most !== undefined && { atMost: most }) });
  const unit = condition.fact === 'talkMs' ? 1_000 : 1;
  return (
    <>
      <Bound label={t($ => $.atLeast)} unit={unit} value={atLeast} onChange={value => put(value, atMost)} />
      <Bound label={t($ => $.atMost)} unit={unit} value={atMost} onChange={value => put(atLeast, value)} />
      <span>{condition.fact === 'talkMs' ? t($ => $.seconds) : t($ => $.times)}</span>
    </>
  );
};

const Answer = ({ condition, onChange }: { condition: Extract<Condition, { fact: 'answered' }> } & RowProps) => {
  const { t } = useTranslation('afterCall');
  return (
    <>
      <input
        aria-label={t($ => $.variable)}
        placeholder={t($ => $.variable)}
        maxLength={afterCallLimits.nameChars}
        value={condition.variable}
        onChange={({ target }) => onChange({ ...condition, variable: target.value })}
      />
      <input
        aria-label={t($ => $.value)}
        placeholder={t($ => $.value)}
        maxLength={afterCallLimits.valueChars}
        value={condition.value ?? ''}
        onChange={({ target }) => {
          const { value: _, ...rest } = condition;
          onChange(target.value === '' ? rest : { ...rest, value: target.value });
        }}
      />
    </>
  );
};

/** What the condition is about. */
const Detail = ({ condition, onChange }: RowProps) => {
  const { t } = useTranslation(['afterCall', 'shell']);
  switch (condition.fact) {
    case 'level':
      return (
        <Several
          options={levels.map(value => ({ value, label: value }))}
          chosen={condition.in}
          onChange={chosen => onChange({ ...condition, in: chosen })}
        />
      );
    case 'state':
      return (
        <Several
          options={callStates.map(value => ({ value, label: t($ => $.state[value], { ns: 'shell' }) }))}
          chosen={condition.in}
          onChange={chosen => onChange({ ...condition, in: chosen })}
        />
      );
    case 'tag':
      return (
        <input
          aria-label={t($ => $.tag)}
          placeholder={t($ => $.tag)}
          maxLength={afterCallLimits.nameChars}
          value={condition.tag}
          onChange={({ target }) => onChange({ ...condition, tag: target.value })}
        />
      );
    case 'answered':
      return <Answer condition={condition} onChange={onChange} />;
    case 'hungUpBy':
      return (
        <Pick
          label={t($ => $.facts.hungUpBy)}
          options={(['callee', 'robot'] as const).map(value => ({ value, label: t($ => $.hangers[value]) }))}
          value={condition.by}
          onChange={by => onChange({ ...condition, by })}
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
  const { t } = useTranslation('afterCall');
  const { not: isNot = false } = condition;
  const negate = () => {
    const { not: _, ...rest } = condition;
    onChange((isNot ? rest : { ...rest, not: true }) as Condition);
  };
  return (
    <li className="after-call-part row gap-8 wrap">
      <Pick
        label={t($ => $.fact)}
        options={facts.map(value => ({ value, label: t($ => $.facts[value]) }))}
        value={condition.fact}
        onChange={fact => onChange(freshCondition(fact))}
      />
      <button type="button" className="after-call-not" aria-pressed={isNot} title={t($ => $.negate)} onClick={negate}>
        {isNot ? t($ => $.no) : t($ => $.yes)}
      </button>
      <Detail condition={condition} onChange={onChange} />
      <button type="button" className="icon-button push" aria-label={t($ => $.removeCondition)} onClick={onRemove}>
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  );
};
