import { smsProviderLimits } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../../ui/switch.tsx';
import type { SmppTyped } from './draft.ts';
import { Setting } from './setting.tsx';

interface FieldsProps {
  readonly smpp: SmppTyped;
  readonly onChange: (smpp: SmppTyped) => void;
}

const main = ['host', 'port', 'systemId', 'systemType', 'source', 'prefix'] as const;
const further = ['window', 'sourceTon', 'sourceNpi', 'destTon', 'destNpi'] as const;

/** How a provider is bound to over SMPP 3.4. */
export const SmppFields = ({ smpp, onChange }: FieldsProps) => {
  const { t } = useTranslation('smsProviders');
  const field = (name: (typeof main)[number] | (typeof further)[number]) => (
    <Setting
      key={name}
      label={t($ => $.form[name])}
      hint={name === 'prefix' ? t($ => $.form.prefixHint) : undefined}
      chars={smsProviderLimits.wordChars}
      value={smpp[name]}
      onChange={value => onChange({ ...smpp, [name]: value })}
    />
  );
  return (
    <fieldset className="sms-settings">
      <div className="sms-pair grid">{main.map(field)}</div>
      <span className="row gap-8">
        <Switch
          size="small"
          checked={smpp.tls}
          aria-label={t($ => $.form.tls)}
          onChange={tls => onChange({ ...smpp, tls })}
        />
        {t($ => $.form.tls)}
      </span>
      <details>
        <summary>{t($ => $.form.more)}</summary>
        <div className="sms-pair grid">{further.map(field)}</div>
      </details>
    </fieldset>
  );
};
