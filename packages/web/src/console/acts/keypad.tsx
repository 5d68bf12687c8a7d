import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendKeys } from '../../softphone/seat.ts';

const signs = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;
const isKey = (key: string): boolean => signs.some(sign => sign === key);

/** Keys for a menu at the far end, pressed here or on the keyboard; what was sent stands above them. */
export const Keypad = () => {
  const { t } = useTranslation('console');
  const [sent, setSent] = useState('');
  const press = (key: string) => {
    sendKeys(key);
    setSent(before => before + key);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys are buttons; here the keyboard's are heard as well
    <div
      className="stack gap-8"
      onKeyDown={event => {
        if (!isKey(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        press(event.key);
      }}
    >
      <output className="cut" aria-label={t($ => $.keypad.sent)}>
        {sent || ' '}
      </output>
      <fieldset className="console-keypad grid gap-6" aria-label={t($ => $.keypad.label)}>
        {signs.map(sign => (
          <button key={sign} type="button" onClick={() => press(sign)}>
            {sign}
          </button>
        ))}
      </fieldset>
    </div>
  );
};
