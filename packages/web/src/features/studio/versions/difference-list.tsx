import { exitWord } from '@lianxian/contract';
import { type FieldChange, type FieldValue, houseVoice, isExit, type PlanChange } from '@lianxian/core';
import { Minus, PenLine, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../../text/said.ts';
import { useHearing } from '../draft/use-hearing.ts';
import { usePlanVoices } from '../draft/use-plan-voices.ts';
import { weekdayName } from '../graph/date-text.ts';
import './versions.css';

const icons = { added: Plus, removed: Minus, changed: PenLine } as const;
/** Shown at once; nobody reads more in one go. */
const mostShown = 200;
const mostFields = 40;

/** As the hook gives them: compared with the same by name, they are too many to be compared key by key. */
type Words = ReturnType<typeof useTranslation<['versions', 'studio']>>['t'];

const fieldName = (t: Words, field: string): string => {
  const first = field.split('.')[0] ?? field;
  const known = t($ => $.field, { returnObjects: true }) as Readonly<Record<string, string>>;
  return known[first] ?? first;
};

/** Fields somebody wrote: their values stand as they are. */
const written = new Set(
  'name sentences answers words exact likes combined patterns announcement farewell apology'.split(' '),
);

/** A value in words: what the model of a plan calls things by is said as the editor says it. */
const valueText = (t: Words, value: FieldValue): string => {
  const known = t($ => $.token, { returnObjects: true }) as Readonly<Record<string, string>>;
  const kinds = t($ => $.kinds, { ns: 'studio', returnObjects: true }) as Readonly<Record<string, { name: string }>>;
  return String(value)
    .split(' ')
    .map(word => known[word] ?? kinds[word]?.name ?? (isExit(word) ? exitWord(saidLanguage(), word) : word))
    .join(' ');
};

/** Whether an entry is named beside its value: a router by what the callee means; a sentence is its own name. */
const isNamed = ({ entry, before, after }: FieldChange) => entry !== '' && entry !== before && entry !== after;

/** A common meaning is kept by its id and called by its name. */
const MeaningName = ({ id }: { id: string }) => useHearing().data?.list.find(meaning => meaning.id === id)?.name ?? id;

/** A voice service is kept by its id; one that is gone has no name any more. */
const VoiceName = ({ id }: { id: string }) => {
  const { t } = useTranslation('versions');
  const voices = usePlanVoices();
  if (id === houseVoice) return t($ => $.voice.builtIn);
  return voices?.list.find(voice => voice.id === id)?.name ?? t($ => $.voice.gone);
};

const Field = ({ change }: { change: FieldChange }) => {
  const { t } = useTranslation<['versions', 'studio']>(['versions', 'studio']);
  const { field, entry, before, after } = change;
  const isWritten = written.has(field.slice(field.lastIndexOf('.') + 1));
  const said = (value: FieldValue) => {
    if (field === 'meanings') return <MeaningName id={String(value)} />;
    if (field === 'voice.by.service') return <VoiceName id={String(value)} />;
    if (field.endsWith('.closed')) return weekdayName(Number(value));
    return isWritten ? String(value) : valueText(t, value);
  };
  return (
    <li>
      <span className="key">
        {fieldName(t, field)}
        {isNamed(change) && ` · ${valueText(t, entry)}`}
      </span>
      {before !== null && <del>{said(before)}</del>}
      {after !== null && <ins>{said(after)}</ins>}
    </li>
  );
};

const Part = ({ change: { part, name, flow, what, fields } }: { change: PlanChange }) => {
  const { t } = useTranslation<['versions', 'studio']>(['versions', 'studio']);
  const Icon = icons[what];
  return (
    <li className={`versions-difference is-${what}`}>
      <p className="versions-difference-head row gap-8">
        <Icon size={14} aria-hidden="true" />
        {t($ => $.what[what])}
        <span className="key">{[flow, t($ => $.part[part])].filter(Boolean).join(' · ')}</span>
        <strong>{name}</strong>
      </p>
      {fields.length > 0 && (
        <ul>
          {fields.slice(0, mostFields).map(field => (
            <Field key={`${field.field}\n${field.entry}\n${field.before}\n${field.after}`} change={field} />
          ))}
          {fields.length > mostFields && <li className="key">{t($ => $.more, { n: fields.length - mostFields })}</li>}
        </ul>
      )}
    </li>
  );
};

/** What differs between two graphs of a plan, part by part, in the editor's own words. */
export const DifferenceList = ({ changes }: { changes: readonly PlanChange[] }) => {
  const { t } = useTranslation<['versions', 'studio']>(['versions', 'studio']);
  if (changes.length === 0) return <p className="key">{t($ => $.same)}</p>;
  return (
    <ul className="versions-differences">
      {changes.slice(0, mostShown).map(change => (
        <Part key={`${change.part} ${change.id} ${change.what}`} change={change} />
      ))}
      {changes.length > mostShown && <li className="key">{t($ => $.more, { n: changes.length - mostShown })}</li>}
    </ul>
  );
};
