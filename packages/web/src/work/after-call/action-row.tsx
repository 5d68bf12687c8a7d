import { afterCallLimits, customerTypeWords } from '@lianxian/contract';
import { customerTypes } from '@lianxian/core';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { actions, freshAction } from './kinds.ts';
import { Pick } from './pick.tsx';
import type { Action, Places } from './use-after-call.ts';

interface RowProps {
  readonly action: Action;
  readonly places: Places;
  readonly onChange: (action: Action) => void;
}
const named = (list: Places['people']) => list.map(({ id, name }) => ({ value: id, label: name }));

/** Whoever runs the task, or people by name. */
const People = ({ action, places, onChange }: RowProps & { action: Extract<Action, { do: 'notice' }> }) => {
  const { t } = useTranslation('afterCall');
  const { people } = action;
  const concerned = { value: 'concerned', label: t($ => $.concerned) };
  const put = (at: number, id: string) => {
    if (id === 'concerned') return onChange({ ...action, people: people.toSpliced(at, 1) });
    onChange({ ...action, people: [...new Set(people.toSpliced(at, 1, id))] });
  };
  const isFull = people.length === 0 || people.length >= Math.min(afterCallLimits.people, places.people.length);
  const left = places.people.find(({ id }) => !people.includes(id));
  return (
    <>
      {(people.length === 0 ? ['concerned'] : people).map((id, at) => (
        <Pick
          key={id}
          label={t($ => $.person)}
          options={[concerned, ...named(places.people)]}
          value={id}
          onChange={next => put(at, next)}
        />
      ))}
      {!isFull && left && (
        <button type="button" className="link" onClick={() => onChange({ ...action, people: [...people, left.id] })}>
          {t($ => $.addPerson)}
        </button>
      )}
    </>
  );
};

const Detail = ({ action, places, onChange }: RowProps) => {
  const { t } = useTranslation('afterCall');
  switch (action.do) {
    case 'webhook':
      if (places.endpoints.length === 0) return <span className="hint">{t($ => $.noEndpoints)}</span>;
      return (
        <Pick
          label={t($ => $.to)}
          options={named(places.endpoints)}
          value={action.endpoint}
          onChange={endpoint => onChange({ ...action, endpoint })}
        />
      );
    case 'notice':
      return <People action={action} places={places} onChange={onChange} />;
    case 'sms':
      if (places.templates.length === 0) return <span className="hint">{t($ => $.noTemplates)}</span>;
      return (
        <Pick
          label={t($ => $.template)}
          options={named(places.templates)}
          value={action.template}
          onChange={template => onChange({ ...action, template })}
        />
      );
    case 'blacklist':
      return (
        <input
          aria-label={t($ => $.reason)}
          placeholder={t($ => $.reason)}
          maxLength={afterCallLimits.reasonChars}
          value={action.reason}
          onChange={({ target }) => onChange({ ...action, reason: target.value })}
        />
      );
    case 'customerType':
      return (
        <Pick
          label={t($ => $.type)}
          options={customerTypes.map(type => ({ value: String(type), label: customerTypeWords[saidLanguage()][type] }))}
          value={String(action.type)}
          onChange={chosen => {
            const type = customerTypes.find(one => String(one) === chosen);
            if (type !== undefined) onChange({ ...action, type });
          }}
        />
      );
  }
};

/** One thing that a rule does. */
export const ActionRow = ({ onRemove, ...row }: RowProps & { readonly onRemove: () => void }) => {
  const { t } = useTranslation('afterCall');
  return (
    <li className="after-call-part row gap-8 wrap">
      <Pick
        label={t($ => $.action)}
        options={actions.map(value => ({ value, label: t($ => $.actions[value]) }))}
        value={row.action.do}
        onChange={kind => row.onChange(freshAction(kind, row.places))}
      />
      <Detail {...row} />
      <button type="button" className="icon-button push" aria-label={t($ => $.removeAction)} onClick={onRemove}>
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  );
};
