import { useTranslation } from 'react-i18next';
import { Segments } from '../../ui/segments.tsx';
import { type Fault, type KnownLine, keepsPassword, type LineDraft } from './draft.ts';
import { Field, TextField } from './field.tsx';

export interface DraftFieldsProps {
  readonly draft: LineDraft;
  /** Those to be shown now. */
  readonly faults: readonly Fault[];
  readonly onChange: (part: Partial<LineDraft>) => void;
}

const transports = (['udp', 'tcp', 'tls'] as const).map(value => ({ value, text: value.toUpperCase() }));

/** Where the line is and who we are there: what a carrier writes into its letter. */
export const AccountFields = ({ draft, faults, known, onChange }: DraftFieldsProps & { known: KnownLine | null }) => {
  const { t } = useTranslation('lines');
  const gateway = draft.access === 'gateway';
  const bare = draft.access === 'address';
  const kept = keepsPassword(draft, known);
  const again = known?.hasPassword === true && !kept && draft.username.trim() !== '';
  const fault = (name: Fault) => (faults.includes(name) ? name : undefined);
  return (
    <>
      <TextField
        id="line-name"
        label={t($ => $.form.name)}
        needed
        maxLength={50}
        placeholder={t($ => $.form.namePlaceholder)}
        fault={fault('name')}
        value={draft.name}
        onChange={name => onChange({ name })}
      />
      <div className="lines-pair is-address grid gap-12">
        <TextField
          id="line-address"
          label={t($ => $.form.address)}
          needed={!gateway}
          maxLength={255}
          placeholder={gateway ? '' : 'sip.example.com:5060'}
          hint={gateway ? t($ => $.form.addressOptional) : t($ => $.form.addressHint)}
          fault={fault('address')}
          value={draft.address}
          onChange={address => onChange({ address })}
        />
        <Field id="line-transport" label={t($ => $.form.transport)}>
          <Segments
            label={t($ => $.form.transport)}
            options={transports}
            value={draft.transport}
            onChange={transport => onChange({ transport })}
          />
        </Field>
      </div>
      <div className="lines-pair grid gap-12">
        <TextField
          id="line-username"
          label={t($ => $.form.username)}
          needed={!bare}
          maxLength={100}
          placeholder={bare ? t($ => $.form.optional) : ''}
          hint={gateway ? t($ => $.form.gatewayAccount) : undefined}
          fault={fault('username')}
          value={draft.username}
          onChange={username => onChange({ username })}
        />
        <TextField
          id="line-password"
          label={t($ => $.form.password)}
          needed={again || (!bare && !kept)}
          secret
          maxLength={200}
          placeholder={kept ? t($ => $.form.passwordKept) : bare && !again ? t($ => $.form.optional) : ''}
          hint={again ? t($ => $.form.passwordAgain) : undefined}
          fault={fault('password')}
          value={draft.password}
          onChange={password => onChange({ password })}
        />
      </div>
    </>
  );
};
