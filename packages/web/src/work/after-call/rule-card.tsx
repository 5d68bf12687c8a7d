import { afterCallLimits } from '@lianxian/contract';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../ui/segments.tsx';
import { ActionRow } from './action-row.tsx';
import { ConditionRow } from './condition-row.tsx';
import { freshAction, freshCondition } from './kinds.ts';
import type { Places, Rule } from './use-after-call.ts';

interface CardProps {
  readonly rule: Rule;
  readonly at: number;
  readonly all: number;
  readonly places: Places;
  readonly onChange: (rule: Rule) => void;
  readonly onRemove: () => void;
  readonly onMove: (to: number) => void;
}

const Head = ({ rule, at, all, onChange, onRemove, onMove }: CardProps) => {
  const { t } = useTranslation('afterCall');
  const name = rule.name || t($ => $.rule, { n: at + 1 });
  return (
    <div className="after-call-head row gap-6">
      <input
        className="fill lean"
        aria-label={t($ => $.name)}
        placeholder={t($ => $.rule, { n: at + 1 })}
        maxLength={afterCallLimits.nameChars}
        value={rule.name}
        onChange={({ target }) => onChange({ ...rule, name: target.value })}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t($ => $.up, { name })}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      >
        <ArrowUp size={15} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t($ => $.down, { name })}
        disabled={at === all - 1}
        onClick={() => onMove(at + 1)}
      >
        <ArrowDown size={15} aria-hidden="true" />
      </button>
      <button type="button" className="icon-button" aria-label={t($ => $.remove, { name })} onClick={onRemove}>
        <Trash2 size={15} aria-hidden="true" />
      </button>
    </div>
  );
};

const Add = ({ text, onAdd }: { text: string; onAdd: () => void }) => (
  <button type="button" className="link row-in gap-4" onClick={onAdd}>
    <Plus size={14} aria-hidden="true" /> {text}
  </button>
);

/** One rule: when it holds, and what it does. */
export const RuleCard = (props: CardProps) => {
  const { t } = useTranslation('afterCall');
  const { rule, places, onChange } = props;
  const { when, does, match = 'all' } = rule;
  const matches = [
    { value: 'all', text: t($ => $.all) },
    { value: 'any', text: t($ => $.any) },
  ] as const;
  return (
    <li className="after-call-rule" aria-label={rule.name || t($ => $.rule, { n: props.at + 1 })}>
      <Head {...props} />
      <div className="row gap-10">
        <p className="after-call-word">{t($ => $.when)}</p>
        {when.length > 1 && (
          <Segments
            label={t($ => $.when)}
            options={matches}
            value={match}
            onChange={next => onChange({ ...rule, match: next })}
          />
        )}
      </div>
      {when.length === 0 && <p className="hint">{t($ => $.always)}</p>}
      <ul>
        {when.map((condition, at) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place among the others
            key={at}
            condition={condition}
            onChange={next => onChange({ ...rule, when: when.toSpliced(at, 1, next) })}
            onRemove={() => onChange({ ...rule, when: when.toSpliced(at, 1) })}
          />
        ))}
      </ul>
      {when.length < afterCallLimits.conditions && (
        <Add
          text={t($ => $.addCondition)}
          onAdd={() => onChange({ ...rule, when: [...when, freshCondition('level')] })}
        />
      )}
      <p className="after-call-word">{t($ => $.does)}</p>
      <ul>
        {does.map((action, at) => (
          <ActionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: an action is its place among the others
            key={at}
            action={action}
            places={places}
            onChange={next => onChange({ ...rule, does: does.toSpliced(at, 1, next) })}
            onRemove={() => onChange({ ...rule, does: does.toSpliced(at, 1) })}
          />
        ))}
      </ul>
      {does.length < afterCallLimits.actions && (
        <Add
          text={t($ => $.addAction)}
          onAdd={() => onChange({ ...rule, does: [...does, freshAction('notice', places)] })}
        />
      )}
    </li>
  );
};
