import { endpoints, fieldChars } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Input } from '../../ui/input.tsx';

interface PhoneFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
  readonly onCheck: () => void;
  readonly onEnter: () => void;
}

/** A phone typed for an ordinary line: as long as the call takes it, checked on blur in the original’s words. */
export const PhoneField = ({ value, error, onChange, onCheck, onEnter }: PhoneFieldProps) => {
  const { t } = useTranslation('shell');
  return (
    <div>
      <Input
        aria-label={t($ => $.testCall.phone)}
        aria-describedby="phone-field-note"
        placeholder={t($ => $.testCall.phoneHint)}
        inputMode="tel"
        maxLength={fieldChars(endpoints.call.place.input, 'phone')}
        value={value}
        wrong={Boolean(error)}
        onChange={event => onChange(event.target.value)}
        onBlur={onCheck}
        onEnter={onEnter}
      />
      <p id="phone-field-note" className="wrong" aria-live="polite">
        {error}
      </p>
    </div>
  );
};
