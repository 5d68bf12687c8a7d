import { endpoints } from '@lianxian/contract';
import { fillTemplate, LINK_NAME, type SmsTemplate, variablesOfTemplate } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useReadsCalls } from '../../../session/current-user.ts';
import { listed } from '../../../text/said.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { MessageText } from '../../../work/sms/message-text.tsx';
import { useSmsOptions } from '../../../work/sms/use-sms-options.ts';
import { useWhen } from '../use-sms.ts';

const { sms } = endpoints;
/** Of the newest calls, to look at the text with. */
const customersOffered = 10;
const afterTypingMs = 300;

/** People who were called lately: the text is shown as it would reach one of them. */
const useCustomers = () => {
  const reads = useReadsCalls();
  return useQuery({
    queryKey: ['call/list', 'sms preview'],
    queryFn: ({ signal }) =>
      call(endpoints.call.list, { limit: customersOffered, states: ['answered'] }, { signal, quiet: true }),
    enabled: reads,
  }).data?.list;
};

/** As the server would send it to whom this call was with; null: nobody is chosen, or it is not read yet. */
const useForCustomer = (template: SmsTemplate, callId: string) => {
  const asked = useSettled(template, afterTypingMs);
  const isWhole = template.signature.trim() !== '' && template.content.trim() !== '';
  return useQuery({
    queryKey: ['sms/preview', asked, callId],
    queryFn: ({ signal }) => call(sms.preview, { ...asked, variables: {}, callId }, { signal, quiet: true }),
    enabled: callId !== '' && isWhole,
    placeholderData: before => before,
  });
};

const Whose = ({ value, onChoose }: { value: string; onChoose: (callId: string) => void }) => {
  const { t } = useTranslation('sms');
  const id = useId();
  const shown = useWhen();
  const customers = useCustomers();
  if (!customers?.length) return null;
  return (
    <FormField id={id} label={t($ => $.preview.whose)}>
      <select id={id} className="plain-select" value={value} onChange={event => onChoose(event.target.value)}>
        <option value="">{t($ => $.preview.byHand)}</option>
        {customers.map(row => (
          <option key={row.id} value={row.id}>
            {t($ => $.preview.customer, { phone: row.phone, name: row.calleeName, at: shown(row.placedAt) })}
          </option>
        ))}
      </select>
    </FormField>
  );
};

const Values = (props: {
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange: (values: Readonly<Record<string, string>>) => void;
}) => {
  const { t } = useTranslation('sms');
  const { names, values, onChange } = props;
  return (
    <div className="sms-values grid gap-8">
      {names.map(name => (
        <Input
          key={name}
          small
          aria-label={t($ => $.preview.value, { name })}
          placeholder={t($ => $.preview.value, { name })}
          value={values[name] ?? ''}
          onChange={event => onChange({ ...values, [name]: event.target.value })}
        />
      ))}
    </div>
  );
};

/** What stands for what nobody gave, so that the text can be read. */
const shownFor = (name: string) => `\${${name}}`;

/** How a template reads as it is typed: with what one types for its variables, or for a real customer. */
export const TemplatePreview = ({ template }: { template: SmsTemplate }) => {
  const { t } = useTranslation('sms');
  const [callId, setCallId] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const options = useSmsOptions().data;
  const real = useForCustomer(template, callId);
  const names = variablesOfTemplate(template);
  const typed = Object.fromEntries(names.map(name => [name, values[name] || shownFor(name)]));
  const text = callId && real.data ? real.data.text : fillTemplate(template, typed, shownFor(LINK_NAME)).text;
  const missing = callId && real.data ? real.data.missing : [];
  return (
    <section className="sms-preview stack gap-10" aria-label={t($ => $.preview.title)}>
      <h3 className="section-title">{t($ => $.preview.title)}</h3>
      <Whose value={callId} onChoose={setCallId} />
      {callId === '' && names.length > 0 && <Values names={names} values={values} onChange={setValues} />}
      {template.content.trim() === '' ? (
        <p className="hint">{t($ => $.preview.nothing)}</p>
      ) : (
        <MessageText text={text} price={options?.price} />
      )}
      {missing.length > 0 && (
        <p className="wrong" role="status">
          {t($ => $.preview.missing, { names: listed(missing) })}
        </p>
      )}
      {callId !== '' && real.isError && <p className="wrong">{t($ => $.preview.failed)}</p>}
    </section>
  );
};
