import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { type EndpointForm, useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { count } from '../../../ui/format.ts';
import { toast } from '../../../ui/toast.ts';
import { useSmsChanged } from '../use-sms.ts';
import { allCalls, allCustomers, askedOf, type PickedCustomers, type Recipients } from './recipients.ts';

const { sms } = endpoints;
export type Counted = OutputOf<typeof sms.count>;

export interface TypedMany extends Recipients {
  readonly templateId: string;
  readonly variables: Readonly<Record<string, string>>;
}

const inputOf = ({ templateId, variables, ...whom }: TypedMany) => ({
  templateId,
  variables: Object.fromEntries(Object.entries(variables).filter(([, value]) => value.trim() !== '')),
  ...askedOf(whom, new Date()),
});
/** The span that leads up to the present is another at every moment; what was chosen is not. */
const saidOf = ({ templateId, variables, of, ...whom }: TypedMany): string =>
  JSON.stringify([templateId, variables, of, whom[of]]);

/** Sends to many, once it was counted for just these. */
export const useManyForm = (templateId: string, picked: PickedCustomers | null, onDone: (batchId: string) => void) => {
  const { t } = useTranslation('sms');
  const changed = useSmsChanged();
  const counting = useMutation({
    mutationFn: async (typed: TypedMany) => ({
      of: saidOf(typed),
      found: await call(sms.count, inputOf(typed), { quiet: true }),
    }),
  });
  const form: EndpointForm<TypedMany> = useEndpointForm({
    endpoint: endpoints.sms.sendMany,
    start: {
      ...{ templateId, variables: {}, phones: '', calls: allCalls },
      of: picked === null ? 'phones' : 'customers',
      customers: { ...allCustomers, picked },
    } as TypedMany,
    input: inputOf,
    wants: ({ of }) => (of === 'phones' ? ['templateId', 'phones'] : ['templateId']),
    onDone: async ({ batchId }) => {
      toast.ok(t($ => $.many.started, { n: count(counting.data?.found.people ?? 0) }));
      onDone(batchId);
      await changed('batches', 'messages');
    },
  });
  const counted = counting.data?.of === saidOf(form.values) ? counting.data.found : null;
  return { form, counted, counting };
};
