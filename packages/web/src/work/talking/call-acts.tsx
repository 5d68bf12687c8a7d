import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { Headphones, PhoneOff, Square } from 'lucide-react';
import { type ReactNode, startTransition, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useListening } from '../../live/listening.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Confirm } from '../../ui/confirm.tsx';
import './talking.css';

/** A call that goes on, in a row. */
interface Talking {
  readonly id: string;
  readonly phone: string;
}

interface CallActs {
  /** The call that is listened to now. */
  readonly heard: string | null;
  /** Listens to it, or stops; null to who may not. */
  readonly toggle: ((row: Talking) => void) | null;
  /** The buttons of a row. */
  readonly buttons: (row: Talking) => ReactNode;
  readonly question: ReactNode;
}

/** What may be done to a call that goes on, out of its row: listen, hang up. */
export const useCallActs = (): CallActs => {
  const { t } = useTranslation('live');
  const user = useCurrentUser();
  const [leaving, setLeaving] = useState<Talking | null>(null);
  const { callId: heard, listen, stop } = useListening();
  const hangUp = useMutation({
    mutationFn: (id: string) => call(endpoints.call.hangUp, { id }),
    onSettled: () => setLeaving(null),
  });
  const mayListen = user?.btns.includes('seat:monitor') ?? false;
  const mayHangUp = user?.btns.includes('call_out') ?? false;
  const toggle = useCallback((row: Talking) => (heard === row.id ? stop() : listen(row.id)), [heard, listen, stop]);
  const buttons = useCallback(
    (row: Talking) => (
      <span className="talking-acts flex gap-4">
        {mayListen && (
          <button
            className="row-in gap-6"
            type="button"
            aria-pressed={heard === row.id}
            aria-label={t($ => $.listenTo, { phone: row.phone })}
            onClick={() => toggle(row)}
          >
            {heard === row.id ? <Square size={14} aria-hidden="true" /> : <Headphones size={14} aria-hidden="true" />}
            {heard === row.id ? t($ => $.stopListening) : t($ => $.listen)}
          </button>
        )}
        {mayHangUp && (
          <button
            type="button"
            className="is-danger row-in gap-6"
            title={t($ => $.hangUp)}
            aria-label={t($ => $.hangUpOf, { phone: row.phone })}
            // The click is answered first: a modal dialog makes all of the page inert, which of hundreds of rows takes a moment.
            onClick={() => startTransition(() => setLeaving(row))}
          >
            <PhoneOff size={14} aria-hidden="true" />
          </button>
        )}
      </span>
    ),
    [t, heard, toggle, mayListen, mayHangUp],
  );
  const question = leaving && (
    <Confirm
      title={t($ => $.ask, { phone: leaving.phone })}
      text={t($ => $.askText)}
      okText={t($ => $.hangUp)}
      cancelText={t($ => $.cancel)}
      busy={hangUp.isPending}
      onOk={() => hangUp.mutate(leaving.id)}
      onCancel={() => setLeaving(null)}
    />
  );
  return { heard, toggle: mayListen ? toggle : null, buttons, question };
};
