import { auditKinds, endpoints, fieldChars } from '@lianxian/contract';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { type Condition, conditionsOver } from '../../ui/filter/condition.ts';
import { Choices, DaysEditor, FoundChoices, TextEditor, useDaysText } from '../../ui/filter/editors.tsx';
import { everything, kinds, longest } from './filter.ts';
import { type AuditPlace, useAuditPeople } from './use-audit.ts';

/** People by part of their name or account. */
const PersonEditor = ({ value, onChoose }: { value: string | null; onChoose: (id: string) => void }) => {
  const { t } = useTranslation('audit');
  const [typed, setTyped] = useState('');
  const { data } = useAuditPeople(useDeferredValue(typed.trim()));
  return (
    <FoundChoices
      label={t($ => $.findPerson)}
      chars={fieldChars(endpoints.audit.people.input, 'q')}
      typed={typed}
      onType={setTyped}
      choices={data?.list.map(({ id, name, account }) => ({ value: id, text: `${name} · ${account}` }))}
      none={t($ => $.noPeople)}
      value={value}
      onChoose={onChoose}
    />
  );
};

/** The name of the person of the address; their number where it is not to be had. */
const usePersonName = (id: string | null): string | null => {
  const { t } = useTranslation('parts');
  const { data } = useAuditPeople('');
  return id && (data?.list.find(person => person.id === id)?.name ?? t($ => $.unknown, { id }));
};

export const useConditions = ({ filter, change }: AuditPlace): readonly Condition[] => {
  const { t } = useTranslation('audit');
  const person = usePersonName(filter.person);
  const daysText = useDaysText();
  const names = t($ => $.conditions, { returnObjects: true });
  const condition = conditionsOver({ change, cleared: everything, names: { ...names, q: '' } });
  const { time, kind } = filter;
  const typed = (key: 'target' | 'ip') =>
    condition(key, filter[key] || null, choose => (
      <TextEditor label={names[key]} maxLength={longest[key]} value={filter[key]} onChoose={choose} />
    ));
  return [
    condition('time', daysText(time), choose => <DaysEditor value={time} onChoose={choose} />),
    condition('person', person, choose => <PersonEditor value={filter.person} onChoose={choose} />),
    condition('kind', kind && auditKinds[kind][saidLanguage()], choose => (
      <Choices
        columns={2}
        choices={kinds.map(each => ({ value: each, text: auditKinds[each][saidLanguage()] }))}
        value={kind}
        onChoose={choose}
      />
    )),
    typed('target'),
    typed('ip'),
  ];
};
