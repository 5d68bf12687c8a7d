import { endpoints, type OutputOf } from '@lianxian/contract';
import { fillTemplate, LINK_NAME, variablesOfTemplate } from '@lianxian/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { listed } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { FieldFault, SelectField, TextField } from '../../ui/form/fields.tsx';
import { type EndpointForm, useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { when } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { MessageText } from './message-text.tsx';
import { type SmsOption, type SmsOptions, useSmsOptions } from './use-sms-options.ts';
import { VariableFields } from './variable-fields.tsx';

const { sms } = endpoints;
const afterTypingMs = 300;
/** Where a message stands once it was sent. */
const shownIn = ['sms/messages', 'custom/timeline'];

/** To whom: as the page shows them, and what stands for them: a number or its token, or the call with them. */
export type SmsTo = { readonly shown: string } & ({ readonly phone: string } | { readonly callId: string });

export interface SendSmsProps {
  /** Left out: the number is typed. */
  readonly to?: SmsTo;
  /** Chosen at first. */
  readonly templateId?: string;
  readonly onClose: () => void;
}

interface Typed {
  readonly templateId: string;
  readonly phone: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** What became of it, where one looks. */
const useTell = () => {
  const { t } = useTranslation('sendSms');
  return ({ state, dueAt, becauseText: because }: OutputOf<typeof sms.send>) => {
    const at =
      dueAt &&
      when(
        dueAt,
        new Date(),
        t($ => $.today),
      );
    if (state === 'failed' || state === 'withheld') toast.bad(t($ => $.done.not, { because }));
    else if (at && because) toast.info(t($ => $.done.due, { at, because }));
    else toast.ok(state === 'queued' || state === 'handing' ? t($ => $.done.queued) : t($ => $.done.sent));
  };
};

/** The message as it would reach whom it is for; of a call the server knows what the variables stand for. */
const Preview = (props: { option: SmsOption; variables: Typed['variables']; callId: string | null; price: string }) => {
  const { t } = useTranslation('sendSms');
  const { option, variables, callId, price } = props;
  const { kind, signature, content, link } = option;
  const asked = useSettled(variables, afterTypingMs);
  const real = useQuery({
    queryKey: ['sms/preview', option.id, asked, callId],
    queryFn: ({ signal }) =>
      call(sms.preview, { kind, signature, content, link, variables: asked, callId: callId! }, { signal, quiet: true }),
    enabled: callId !== null,
    placeholderData: before => before,
  }).data;
  const typed = fillTemplate(
    option,
    Object.fromEntries(option.variables.map(name => [name, variables[name] || `\${${name}}`])),
    `\${${LINK_NAME}}`,
  );
  const missing = real?.missing ?? [];
  return (
    <section aria-label={t($ => $.text)} className="stack gap-6">
      <MessageText text={real?.text ?? typed.text} price={price} />
      {missing.length > 0 && (
        <p className="wrong" role="status">
          {t($ => $.missing, { names: listed(missing) })}
        </p>
      )}
    </section>
  );
};

const useSendForm = ({ to, templateId, onClose }: SendSmsProps, options: SmsOptions) => {
  const queries = useQueryClient();
  const [requestId] = useState(() => crypto.randomUUID());
  const tell = useTell();
  const isThere = options.list.some(({ id }) => id === templateId);
  const form: EndpointForm<Typed> = useEndpointForm({
    endpoint: endpoints.sms.send,
    start: { templateId: isThere ? templateId! : (options.list[0]?.id ?? ''), phone: '', variables: {} },
    input: ({ phone, variables, templateId: chosen }) => ({
      templateId: chosen,
      requestId,
      variables: given(options.list.find(({ id }) => id === chosen)?.variables ?? [], variables),
      ...(to === undefined ? { phone } : 'callId' in to ? { callId: to.callId } : { phone: to.phone }),
    }),
    wants: to === undefined ? ['phone'] : [],
    onDone: answer => {
      tell(answer);
      onClose();
      return Promise.all(shownIn.map(key => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
  return form;
};

/** What was typed for these; an empty one is filled by what is known. */
const given = (names: readonly string[], typed: Typed['variables']): Record<string, string> =>
  Object.fromEntries(names.flatMap(name => (typed[name]?.trim() ? [[name, typed[name].trim()]] : [])));

const Form = ({ options, ...props }: SendSmsProps & { options: SmsOptions }) => {
  const { t } = useTranslation('sendSms');
  const { to, onClose } = props;
  const form = useSendForm(props, options);
  const { templateId, variables } = form.values;
  const option = options.list.find(({ id }) => id === templateId);
  return (
    <form {...form.props} className="modal-body grid gap-14">
      {to === undefined && <TextField form={form} name="phone" label={t($ => $.phone)} inputMode="tel" autoFocus />}
      <SelectField form={form} name="templateId" label={t($ => $.template)}>
        {options.list.map(({ id, name, kind }) => (
          <option key={id} value={id}>
            {name} · {t($ => $.kind[kind])}
          </option>
        ))}
      </SelectField>
      {option && (
        <>
          <VariableFields
            names={variablesOfTemplate(option)}
            values={variables}
            hint={to === undefined ? undefined : t($ => $.valuesHint)}
            onChange={next => form.set({ variables: next })}
          />
          <FieldFault form={form} name="variables" />
          <Preview
            option={option}
            variables={variables}
            callId={to && 'callId' in to ? to.callId : null}
            price={options.price}
          />
        </>
      )}
      {!options.mayReach && <p className="hint">{t($ => $.noneReach)}</p>}
      <footer className="flex gap-8 to-end">
        <Button onClick={onClose}>{t($ => $.cancel)}</Button>
        <Button kind="primary" type="submit" loading={form.busy}>
          {t($ => $.ok)}
        </Button>
      </footer>
    </form>
  );
};

/** One message by hand, to whoever is before one or to a number that is typed. */
export const SendSms = (props: SendSmsProps) => {
  const { t } = useTranslation('sendSms');
  const { to, onClose } = props;
  const options = useSmsOptions();
  const seesTemplates = useCurrentUser()?.rights.includes('messageTem') ?? false;
  return (
    <Modal
      title={to ? t($ => $.sendTo, { phone: to.shown }) : t($ => $.send)}
      closeLabel={t($ => $.close)}
      onClose={onClose}
    >
      {options.isError && !options.data && (
        <div className="modal-body">
          <ErrorPanel title={t($ => $.failed)} error={options.error} onAgain={() => void options.refetch()} />
        </div>
      )}
      {options.isPending && <Skeleton rows={5} />}
      {options.data?.list.length === 0 && (
        <div className="modal-body">
          <Empty title={t($ => $.none)} hint={t($ => $.noneHint)}>
            {seesTemplates && (
              <Link className="button" to="/message-tem" onClick={onClose}>
                {t($ => $.toTemplates)}
              </Link>
            )}
          </Empty>
        </div>
      )}
      {options.data && options.data.list.length > 0 && <Form {...props} options={options.data} />}
    </Modal>
  );
};
