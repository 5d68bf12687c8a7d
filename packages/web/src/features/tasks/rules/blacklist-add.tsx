import { endpoints } from '@lianxian/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listed } from '../../../text/said.ts';
import { Button } from '../../../ui/button.tsx';
import { bareProps, FieldFault } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { Input, TextArea } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.ts';

const shownRefused = 5;

/** Pastes numbers into the blacklist; those that are no numbers stay in the box to be put right. */
export const BlacklistAdd = ({ onAdded }: { onAdded: () => unknown }) => {
  const { t } = useTranslation('tasks');
  const [refused, setRefused] = useState<readonly string[]>([]);
  const form = useEndpointForm({
    endpoint: endpoints.blacklist.add,
    start: { phones: '', reason: '' },
    input: ({ phones, reason }) => ({ phones: phones.trim(), reason }),
    next: (answer, { reason }) => ({ phones: answer.refused.join('\n'), reason }),
    onDone: answer => {
      toast.ok(t($ => $.blacklist.added, { added: answer.added, known: answer.known }));
      setRefused(answer.refused);
      return onAdded();
    },
  });
  return (
    <form {...form.props} className="tasks-add grid gap-8">
      <p className="hint">{t($ => $.blacklist.hint)}</p>
      <TextArea
        {...bareProps(form, 'phones')}
        aria-label={t($ => $.blacklist.add)}
        placeholder={t($ => $.blacklist.placeholder)}
        rows={3}
      />
      <FieldFault form={form} name="phones" />
      {refused.length > 0 && (
        <p className="wrong" role="alert">
          {t($ => $.blacklist.refused, { list: listed(refused.slice(0, shownRefused)) })}
        </p>
      )}
      <div className="flex gap-8">
        <Input
          {...bareProps(form, 'reason')}
          aria-label={t($ => $.blacklist.reason)}
          placeholder={t($ => $.blacklist.reasonHint)}
        />
        <Button type="submit" disabled={form.values.phones.trim() === ''} loading={form.busy}>
          {t($ => $.blacklist.add)}
        </Button>
      </div>
      <FieldFault form={form} name="reason" />
    </form>
  );
};
