import { customerFieldWord, customerType, customerTypeWords } from '@lianxian/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listed, saidLanguage } from '../text/said.ts';
import { Button } from '../ui/button.tsx';
import type { CustomerField, CustomerValues } from './customer-values.ts';
import type { Conflict, CustomerForm } from './use-customer-form.ts';

/** As the form would show it. */
const useShown = () => {
  const { t } = useTranslation('customer');
  return (field: CustomerField, values: CustomerValues): string => {
    const value = values[field];
    const type = field === 'cateType' && [...customerType.values].find(each => String(each) === value);
    if (type !== false && type !== undefined) return customerTypeWords[saidLanguage()][type];
    if (field === 'sex')
      return values.sex === ''
        ? t($ => $.sexes.unknown)
        : values.sex === '1'
          ? t($ => $.sexes.male)
          : t($ => $.sexes.female);
    return (typeof value === 'string' ? value : listed(value)) || t($ => $.conflict.nothing);
  };
};

interface ConflictPanelProps {
  readonly conflict: Conflict;
  readonly settle: CustomerForm['settle'];
  readonly onSave: () => void;
}

/** Fields that both changed, with what each wrote: one of the two is chosen, nothing is written over unseen. */
export const ConflictPanel = ({ conflict, settle, onSave }: ConflictPanelProps) => {
  const { t } = useTranslation('customer');
  const shown = useShown();
  const [theirs, setTheirs] = useState<ReadonlySet<CustomerField>>(new Set());
  const { fields } = conflict;
  const choose = (field: CustomerField, isTheirs: boolean) =>
    setTheirs(before => new Set([...before].filter(each => each !== field).concat(isTheirs ? field : [])));
  return (
    <section className="customer-conflict stack gap-8" role="alert" aria-label={t($ => $.conflict.title)}>
      <strong>{t($ => $.conflict.title)}</strong>
      <p>{fields.length > 0 ? t($ => $.conflict.hint) : t($ => $.conflict.merged)}</p>
      {fields.map(field => (
        <fieldset key={field} className="stack gap-4">
          <legend>{customerFieldWord(field, saidLanguage())}</legend>
          {([false, true] as const).map(isTheirs => (
            <label key={String(isTheirs)} className="row gap-6">
              <input
                type="radio"
                name={`conflict-${field}`}
                checked={theirs.has(field) === isTheirs}
                onChange={() => choose(field, isTheirs)}
              />
              <span className="ink3 whole">{isTheirs ? t($ => $.conflict.theirs) : t($ => $.conflict.mine)}</span>
              <span className="breaks">{shown(field, isTheirs ? conflict.theirs : conflict.mine)}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <span>
        <Button
          kind="primary"
          size="small"
          onClick={() => {
            settle(theirs);
            onSave();
          }}
        >
          {t($ => $.conflict.save)}
        </Button>
      </span>
    </section>
  );
};
