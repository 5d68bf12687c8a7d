import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Input, TextArea } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { useLinesChanged } from './use-lines.ts';

const mostChars = 20_000;

/** Pastes numbers onto a line, all with the same cap. */
export const NumberAdd = ({ lineId }: { lineId: string }) => {
  const { t } = useTranslation('lines');
  const changed = useLinesChanged();
  const [numbers, setNumbers] = useState('');
  const [cap, setCap] = useState('0');
  const add = useMutation({
    mutationFn: () => call(endpoints.line.addNumbers, { lineId, numbers: numbers.trim(), dailyCap: Number(cap) || 0 }),
    onSuccess: ({ added, known }) => {
      toast.ok(t($ => $.numbers.added, { added, known }));
      setNumbers('');
      return changed();
    },
  });
  return (
    <form
      className="lines-number-add grid gap-8"
      onSubmit={event => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <TextArea
        aria-label={t($ => $.numbers.add)}
        placeholder={t($ => $.numbers.placeholder)}
        rows={2}
        maxLength={mostChars}
        value={numbers}
        onChange={event => setNumbers(event.target.value)}
      />
      <div className="lines-row row gap-8">
        <label htmlFor="numbers-cap">{t($ => $.numbers.capAll)}</label>
        <Input
          id="numbers-cap"
          inputMode="numeric"
          maxLength={6}
          value={cap}
          onChange={event => setCap(event.target.value.replace(/\D/g, ''))}
        />
        <span className="hint">{t($ => $.numbers.capHint)}</span>
        <Button type="submit" disabled={numbers.trim() === ''} loading={add.isPending}>
          {t($ => $.numbers.add)}
        </Button>
      </div>
    </form>
  );
};
