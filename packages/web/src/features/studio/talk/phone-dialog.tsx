import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { useLiveCall } from '../../../live/use-live-call.ts';
import { wordsOf } from '../../../text/words.ts';
import { bareProps, FieldFault } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { Modal } from '../../../ui/modal.tsx';
import { LiveLines } from '../../../work/mend/live-lines.tsx';
import { useDraftStore } from '../draft/draft-store.ts';
import '../../../ui/plain-choice.css';

interface PhoneProps {
  readonly planId: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** What became of it, and its record; one calls anew from here. */
const Over = ({ id, onAgain }: { id: string; onAgain: () => void }) => {
  const { t } = useTranslation('talk');
  const record = useQuery({
    queryKey: ['call/detail', id],
    queryFn: ({ signal }) => call(endpoints.call.detail, { id }, { signal, quiet: true }),
  });
  return (
    <>
      {record.data && <p>{record.data.becauseText}</p>}
      <footer className="flex gap-8 to-end">
        <Link className="button" to={`/platform/call/${id}`}>
          {t($ => $.phone.record)}
        </Link>
        <button type="button" className="button is-first" onClick={onAgain}>
          {t($ => $.phone.again)}
        </button>
      </footer>
    </>
  );
};

const LiveTalk = ({ id, onAgain }: { id: string; onAgain: () => void }) => {
  const { t } = useTranslation('talk');
  const live = useLiveCall(id);
  const hangUp = useMutation({ mutationFn: () => call(endpoints.call.hangUp, { id }) });
  const isOver = live.state === 'ended';
  const { heardOf } = useDraftStore().getState();
  return (
    <div className="talk-phone-live grid gap-10">
      <p role="status">{t($ => $.phone.state[live.state])}</p>
      {(!isOver || live.talk.lines.length > 0) && (
        <LiveLines callId={id} talk={live.talk} speaking={live.state === 'talking'} onChanged={heardOf} />
      )}
      {isOver && live.filed !== null && <Over id={id} onAgain={onAgain} />}
      {!isOver && (
        <footer className="flex gap-8 to-end">
          <button type="button" className="button is-bad" disabled={hangUp.isPending} onClick={() => hangUp.mutate()}>
            {t($ => $.phone.hangUp)}
          </button>
        </footer>
      )}
    </div>
  );
};

/** The draft by a real telephone: a number of one's own, or a practice number. */
export const PhoneDialog = ({ planId, variables, onClose }: PhoneProps) => {
  const { t } = useTranslation('talk');
  const [placed, setPlaced] = useState<string | null>(null);
  const lines = useQuery({
    queryKey: ['line/options', 'talk'],
    queryFn: async ({ signal }) => {
      await wordsOf('shell');
      return call(endpoints.line.options, { limit: 100 }, { signal });
    },
  });
  const usual = (lines.data?.list.find(({ practice }) => practice) ?? lines.data?.list[0])?.id ?? '';
  const form = useEndpointForm({
    endpoint: endpoints.call.place,
    start: { lineId: '', phone: '' },
    input: ({ lineId, phone }) => ({ planId, lineId: lineId || usual, phone, variables, draft: '1' }),
    onDone: ({ id }) => setPlaced(id),
  });
  const chosen = form.values.lineId || usual;
  const { wrong, ...phone } = bareProps(form, 'phone');
  return (
    <Modal title={t($ => $.phone.title)} closeLabel={t($ => $.close)} className="studio-small" onClose={onClose}>
      {placed !== null ? (
        <LiveTalk key={placed} id={placed} onAgain={() => setPlaced(null)} />
      ) : (
        <form {...form.props} className="studio-name-form grid gap-14">
          {lines.data?.list.length === 0 && <p className="hint">{t($ => $.phone.noLines)}</p>}
          <label>
            {t($ => $.phone.line)}
            <select
              {...form.bound('lineId')}
              className="plain-choice"
              aria-invalid={Boolean(form.fault('lineId')) || undefined}
              aria-describedby={form.fault('lineId') && `${form.idOf('lineId')}-note`}
              value={chosen}
              onChange={event => form.set({ lineId: event.target.value })}
            >
              {lines.data?.list.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <FieldFault form={form} name="lineId" />
          <label>
            {t($ => $.phone.number)}
            <input {...phone} className="field" inputMode="tel" aria-invalid={wrong || undefined} />
          </label>
          <FieldFault form={form} name="phone" />
          <p className="hint">{t($ => $.phone.own)}</p>
          <footer className="flex gap-8 to-end">
            <button
              type="submit"
              className="button is-first"
              disabled={form.busy || form.values.phone.trim() === '' || !chosen}
            >
              {t($ => $.phone.call)}
            </button>
          </footer>
        </form>
      )}
    </Modal>
  );
};
