import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, TextArea } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.ts';

const shownRefused = 5;
const mostChars = 20_000;

/** Pastes numbers into the blacklist; those that are no numbers stay in the box to be put right. */
export const BlacklistAdd = ({ onAdded }: { onAdded: () => unknown }) => {
  const { t } = useTranslation('tasks');
  const [phones, setPhones] = useState('');
  const [reason, setReason] = useState('');
  const add = useMutation({
    mutationFn: () => call(endpoints.blacklist.add, { phones: phones.trim(), reason: reason.trim() }),
    onSuccess: ({ added, known, refused }) => {
      toast.ok(t($ => $.blacklist.added, { added, known }));
      setPhones(refused.join('\n'));
      return onAdded();
    },
  });
  const refused = add.data?.refused ?? [];
  return (
    <form
      className="tasks-add grid gap-8"
      onSubmit={event => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <p className="hint">{t($ => $.blacklist.hint)}</p>
      <TextArea
        aria-label={t($ => $.blacklist.add)}
        placeholder={t($ => $.blacklist.placeholder)}
        rows={3}
        maxLength={mostChars}
        value={phones}
        onChange={event => setPhones(event.target.value)}
      />
      {refused.length > 0 && (
        <p className="wrong" role="alert">
          {t($ => $.blacklist.refused, { list: refused.slice(0, shownRefused).join('、') })}
        </p>
      )}
      <div className="flex gap-8">
        <Input
          aria-label={t($ => $.blacklist.reason)}
          placeholder={t($ => $.blacklist.reasonHint)}
          maxLength={100}
          value={reason}
          onChange={event => setReason(event.target.value)}
        />
        <Button type="submit" disabled={phones.trim() === ''} loading={add.isPending}>
          {t($ => $.blacklist.add)}
        </Button>
      </div>
    </form>
  );
};
