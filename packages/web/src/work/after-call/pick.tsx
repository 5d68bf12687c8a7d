import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainChoice } from '../../ui/plain-choice.tsx';

interface PickProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: Value) => void;
}

/** One of some; what is gone by now says so instead of being another. */
export const Pick = <Value extends string>({ label, options, value, onChange }: PickProps<Value>) => {
  const { t } = useTranslation('afterCall');
  const id = useId();
  const isGone = value !== '' && !options.some(option => option.value === value);
  return (
    <span>
      <span className="only-read" id={id}>
        {label}
      </span>
      <PlainChoice
        labelledBy={id}
        value={value === '' ? null : value}
        placeholder={t($ => $.pick)}
        options={isGone ? [...options, { value, label: t($ => $.gone) }] : options}
        wrong={isGone || value === ''}
        onChange={next => onChange(next as Value)}
      />
    </span>
  );
};
