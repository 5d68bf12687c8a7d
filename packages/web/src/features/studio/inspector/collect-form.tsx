import { planRanges } from '@lianxian/contract';
import { type Accepts, acceptsNow, type CollectNode } from '@lianxian/core';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Branches } from './branches.tsx';
import { DateBoundsField } from './date-bounds.tsx';
import { Choice, NumberRow, TextRow } from './fields.tsx';
import { ListeningFields } from './listening-fields.tsx';
import { usePutNode } from './use-node.ts';
import { VariableChoice } from './variable-choice.tsx';
import { WordsRow } from './words-row.tsx';

const types = ['text', 'number', 'date', 'phone', 'amount', 'choice', 'keys'] as const;

const begin: Readonly<Record<Accepts['type'], Accepts>> = {
  text: { type: 'text' },
  number: { type: 'number' },
  date: { type: 'date' },
  phone: { type: 'phone' },
  amount: { type: 'amount' },
  choice: { type: 'choice', options: [{ value: '', words: [] }] },
  keys: { type: 'keys', min: 1, max: 20, end: '#' },
};

interface AcceptsProps<A extends Accepts> {
  readonly value: A;
  readonly onChange: (value: Accepts) => void;
}

const ChoiceOptions = ({ value, onChange }: AcceptsProps<Extract<Accepts, { type: 'choice' }>>) => {
  const { t } = useTranslation('inspector');
  const { options } = value;
  const put = (next: typeof options) => onChange({ type: 'choice', options: next });
  return (
    <fieldset className="field-group grid gap-6">
      <legend>{t($ => $.collect.options)}</legend>
      {options.map((option, at) => (
        <div key={`option ${String(at)}`} className="field-keep-row grid gap-6">
          <TextRow
            label={t($ => $.collect.option)}
            way="flows.nodes.accepts.options.value"
            value={option.value}
            onChange={next => put(options.with(at, { ...option, value: next }))}
          />
          <WordsRow
            label={t($ => $.collect.words)}
            way="flows.nodes.accepts.options.words"
            value={option.words}
            onChange={words => put(options.with(at, { ...option, words }))}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={t($ => $.removeRow, { what: option.value })}
            onClick={() => put(options.filter((_, index) => index !== at))}
          >
            <X size={14} aria-hidden="true" />
          </button>
        </div>
      ))}
      <button type="button" className="link" onClick={() => put([...options, { value: '', words: [] }])}>
        <Plus size={13} aria-hidden="true" /> {t($ => $.collect.addOption)}
      </button>
    </fieldset>
  );
};

/** What an answer must be, beyond its kind. */
const AcceptsDetails = ({ value, onChange }: AcceptsProps<Accepts>) => {
  const { t } = useTranslation('inspector');
  switch (value.type) {
    case 'number':
    case 'amount': {
      const { min, max, type } = value;
      const put = (least: number | undefined, most: number | undefined) =>
        onChange({ type, ...(least !== undefined && { min: least }), ...(most !== undefined && { max: most }) });
      return (
        <>
          <NumberRow
            label={t($ => $.collect.min)}
            range={planRanges.amount}
            optional
            value={min}
            onChange={next => put(next, max)}
          />
          <NumberRow
            label={t($ => $.collect.max)}
            range={planRanges.amount}
            optional
            value={max}
            onChange={next => put(min, next)}
          />
        </>
      );
    }
    case 'keys':
      return (
        <>
          <NumberRow
            label={t($ => $.collect.least)}
            range={planRanges.keys}
            value={value.min}
            onChange={min => onChange({ ...value, min: min ?? 1 })}
          />
          <NumberRow
            label={t($ => $.collect.most)}
            range={planRanges.keys}
            value={value.max}
            onChange={max => onChange({ ...value, max: max ?? 1 })}
          />
          <div className="field-checks flex wrap">
            <label>
              <input
                type="checkbox"
                checked={value.end === '#'}
                onChange={event => onChange({ ...value, end: event.target.checked ? '#' : null })}
              />
              {t($ => $.collect.end)}
            </label>
          </div>
        </>
      );
    case 'date':
      return (
        <DateBoundsField
          value={value.within}
          onChange={within => onChange({ type: 'date', ...(within && { within }) })}
        />
      );
    case 'choice':
      return <ChoiceOptions value={value} onChange={onChange} />;
    default:
      return null;
  }
};

export const CollectForm = ({ node }: { node: CollectNode }) => {
  const { t } = useTranslation('inspector');
  const put = usePutNode(node);
  return (
    <>
      <ListeningFields node={node} put={put}>
        <VariableChoice
          label={t($ => $.collect.variable)}
          value={node.variable}
          onChange={variable => put({ variable })}
        />
        <Choice
          label={t($ => $.collect.accepts)}
          value={node.accepts.type}
          options={types.map(type => ({ value: type, text: t($ => $.collect.types[type]) }))}
          onChange={type => put(acceptsNow(node, begin[type]))}
        />
        <AcceptsDetails value={node.accepts} onChange={accepts => put(acceptsNow(node, accepts))} />
      </ListeningFields>
      <Branches node={node.id} collects routers={node.routers} onChange={routers => put({ routers })} />
    </>
  );
};
