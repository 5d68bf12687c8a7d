import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { PhoneOff } from 'lucide-react';
import { startTransition, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { SelectionBar } from '../../ui/data-table/selection-bar.tsx';
import { count } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';

interface HangUpBarProps {
  /** Of the calls that live still. */
  readonly chosen: readonly string[];
  readonly onClear: () => void;
}

/** What is done with the chosen calls: they are hung up, after a question. */
export const HangUpBar = ({ chosen, onClear }: HangUpBarProps) => {
  const { t } = useTranslation('live');
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const hangUp = useMutation({
    mutationFn: (ids: readonly string[]) => call(endpoints.live.hangUp, { ids: [...ids] }),
    onSuccess: ({ calls }) => {
      toast.ok(t($ => $.hungUp, { n: count(calls) }));
      onClear();
    },
    onSettled: () => setAsked(null),
  });
  return (
    <>
      <SelectionBar chosen={chosen.length} onClear={onClear}>
        <button type="button" onClick={() => startTransition(() => setAsked(chosen))}>
          <PhoneOff size={14} aria-hidden="true" /> {t($ => $.hangUp)}
        </button>
      </SelectionBar>
      {asked && (
        <Confirm
          title={t($ => $.hangUpMany, { n: count(asked.length) })}
          text={t($ => $.hangUpManyText)}
          okText={t($ => $.hangUp)}
          cancelText={t($ => $.cancel)}
          busy={hangUp.isPending}
          onOk={() => hangUp.mutate(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
};
