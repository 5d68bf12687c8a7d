import { endpoints, fieldChars } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { useEndpointForm } from '../ui/form/use-endpoint-form.ts';
import { when } from '../ui/format.ts';
import { Popover } from '../ui/popover.tsx';
import { toast } from '../ui/toast.ts';
import { isLate, type Next, useNextText } from './next-text.ts';
import { type Customer, useCustomersAnew } from './use-customer.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const textChars = fieldChars(endpoints.customer.nextStep.input, 'text');
/** `2026-11-29T09:00`, as a field of day and time has it, by the merchant's clock. */
const wallClock = (at: number): string => when(new Date(at).toISOString(), new Date(0), '').replace(' ', 'T');

interface NextFormProps {
  readonly id: string;
  readonly next: Next;
  readonly onDone: () => void;
}

/** What is done next and when; who has the customer is reminded then. */
const NextForm = ({ id, next, onDone }: NextFormProps) => {
  const { t } = useTranslation('customer');
  const readAnew = useCustomersAnew();
  const done = async (text: string) => {
    toast.ok(text);
    onDone();
    await readAnew();
  };
  const form = useEndpointForm({
    endpoint: endpoints.customer.nextStep,
    start: {
      at: wallClock(next ? Date.parse(next.at) : Math.ceil((Date.now() + dayMs) / hourMs) * hourMs),
      text: next?.text ?? '',
    },
    input: typed => ({ id, ...typed }),
    wants: ['at'],
    onDone: () => done(t($ => $.next.saved)),
  });
  const clear = useMutation({
    mutationFn: () => call(endpoints.customer.nextStep, { id }),
    onSuccess: () => done(t($ => $.next.cleared)),
  });
  return (
    <form {...form.props} className="customer-next stack">
      <TextField form={form} name="at" label={t($ => $.next.at)} type="datetime-local" />
      <TextField
        form={form}
        name="text"
        label={t($ => $.next.text)}
        placeholder={t($ => $.next.textHint)}
        maxLength={textChars}
      />
      <span className="row gap-8 to-end">
        {next !== null && (
          <Button loading={clear.isPending} onClick={() => clear.mutate()}>
            {t($ => $.next.done)}
          </Button>
        )}
        <Button kind="primary" type="submit" loading={form.busy}>
          {t($ => $.next.save)}
        </Button>
      </span>
    </form>
  );
};

/** 下次跟进 of a customer: when, and the way to set it. */
export const NextStep = ({ customer }: { customer: Pick<Customer, 'id' | 'next'> }) => {
  const { t } = useTranslation('customer');
  const text = useNextText();
  const { id, next } = customer;
  return (
    <Popover
      align="end"
      className="customer-next-face"
      name={`${t($ => $.next.title)} ${text(next)}`}
      label={
        <span className="stack right">
          <span className="small ink3">{t($ => $.next.title)}</span>{' '}
          <strong className={isLate(next) ? 'wrong' : undefined}>{text(next)}</strong>
        </span>
      }
    >
      {close => <NextForm id={id} next={next} onDone={close} />}
    </Popover>
  );
};
