import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listed } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { AreaField, TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { toast } from '../../ui/toast.ts';
import type { EntryWays } from './list-ways.ts';

const shownRefused = 5;

/** What was typed and is no number. */
export const RefusedNumbers = ({ refused }: { refused: readonly string[] }) => {
  const { t } = useTranslation('lists');
  if (refused.length === 0) return null;
  return (
    <p className="wrong" role="alert">
      {t($ => $.refused, { list: listed(refused.slice(0, shownRefused)) })}
    </p>
  );
};

/** Pastes numbers onto a list; those that are no numbers stay in the box to be put right. */
export const AddNumbers = ({ ways, onClose }: { ways: EntryWays; onClose: () => void }) => {
  const { t } = useTranslation('lists');
  const queries = useQueryClient();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const form = useEndpointForm({
    endpoint: ways.add,
    start: { phones: '', reason: '', until: '' },
    input: ({ phones, ...said }) => ({ ...ways.place, ...said, phones: phones.trim() }),
    next: (answer, said) => ({ ...said, phones: answer.refused.join('\n') }),
    onDone: answer => {
      toast.ok(t($ => $.added, { added: answer.added, known: answer.known }));
      setRefused(answer.refused);
      if (answer.refused.length === 0) onClose();
      return queries.invalidateQueries({ queryKey: ways.queryKey });
    },
  });
  return (
    <Drawer
      title={t($ => $.add)}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <Button
          kind="primary"
          type="submit"
          form={form.props.id}
          disabled={form.values.phones.trim() === ''}
          loading={form.busy}
        >
          {t($ => $.save)}
        </Button>
      }
    >
      <form {...form.props} className="lists-form grid gap-14">
        <p className="hint">{t($ => $.hint[ways.hint])}</p>
        <AreaField form={form} name="phones" label={t($ => $.phones)} hint={t($ => $.phonesHint)} rows={8} />
        <RefusedNumbers refused={refused} />
        <TextField form={form} name="reason" label={t($ => $.reason)} hint={t($ => $.reasonHint)} />
        <TextField form={form} name="until" label={t($ => $.until)} hint={t($ => $.untilHint)} type="date" />
      </form>
    </Drawer>
  );
};
