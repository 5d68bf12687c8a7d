import { storedPassword } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import type { KnownLine } from '../../line/line-rules.ts';
import { Segments } from '../../ui/segments.tsx';
import { Field, type LineForm, TextField } from './field.tsx';

const transports = (['udp', 'tcp', 'tls'] as const).map(value => ({ value, text: value.toUpperCase() }));

/** Where the line is and who we are there: what a carrier writes into its letter. */
export const AccountFields = ({ form, known }: { form: LineForm; known: KnownLine | null }) => {
  const { t } = useTranslation('lines');
  const draft = form.values;
  const gateway = draft.access === 'gateway';
  const bare = draft.access === 'address';
  const stored = storedPassword(known, draft);
  const kept = stored === 'kept';
  const again = stored === 'ofElsewhere' && draft.username.trim() !== '';
  const transportId = form.idOf('transport');
  return (
    <>
      <TextField form={form} name="name" label={t($ => $.form.name)} placeholder={t($ => $.form.namePlaceholder)} />
      <div className="lines-pair is-address grid gap-12">
        <TextField
          form={form}
          name="address"
          label={t($ => $.form.address)}
          placeholder={gateway ? '' : 'sip.example.com:5060'}
          hint={gateway ? t($ => $.form.addressOptional) : t($ => $.form.addressHint)}
        />
        <Field id={transportId} label={t($ => $.form.transport)}>
          <Segments
            label={t($ => $.form.transport)}
            options={transports}
            value={draft.transport}
            onChange={transport => form.set({ transport })}
          />
        </Field>
      </div>
      <div className="lines-pair grid gap-12">
        <TextField
          form={form}
          name="username"
          label={t($ => $.form.username)}
          placeholder={bare ? t($ => $.form.optional) : ''}
          hint={gateway ? t($ => $.form.gatewayAccount) : undefined}
        />
        <TextField
          form={form}
          name="password"
          label={t($ => $.form.password)}
          secret
          placeholder={kept ? t($ => $.form.passwordKept) : bare && !again ? t($ => $.form.optional) : ''}
          hint={again ? t($ => $.form.passwordAgain) : undefined}
        />
      </div>
    </>
  );
};
