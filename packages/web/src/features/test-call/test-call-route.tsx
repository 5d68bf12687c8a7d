import { type CallOf, endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call as ask } from '../../api/call.ts';
import { playsState } from '../../live/plays-state.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { LineForm } from './line-form.tsx';
import { LiveCallPanel } from './live-call-panel.tsx';
import { blankDraft, type Draft, PlaceCall, usePlaceCall } from './place-call.tsx';
import '../../ui/cards.css';
import './test-call.css';

/**
 * The drawer of the test call (试呼): choose, then follow. Which of both stands in the address, so a reload keeps it. What
 * was chosen and typed stays while the drawer is open, for the next try.
 */
export const TestCallRoute = () => {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>({ ...blankDraft, lineId: query.get('line') });
  /** It was opened from a line's row (测试线路). */
  const [ofLine] = useState(query.has('line'));
  const [placed, setPlaced] = useState<{ id: string; input: CallOf<typeof endpoints.call.place> } | null>(null);
  const [form, setForm] = useState<{ lineId: string | null } | null>(null);
  // Whole lines, for who may change one.
  const lines = useQuery({
    queryKey: ['line/list'],
    queryFn: ({ signal }) => ask(endpoints.line.list, { limit: 100 }, { signal, quiet: true }),
    enabled: useCurrentUser()?.rights.includes('port') ?? false,
  });
  const place = usePlaceCall((id, input) => {
    setPlaced({ id, input });
    setQuery({ call: id }, { replace: true });
  });
  const call = query.get('call') ?? 'new';
  const close = () => setQuery({});
  const choose = () => setQuery({ call: 'new' }, { replace: true });
  const lineOf = (id: string | null) => lines.data?.list.find(line => line.id === id && !line.practice) ?? null;

  if (form)
    return (
      <LineForm
        line={lineOf(form.lineId)}
        onClose={close}
        onBack={() => setForm(null)}
        onSaved={lineId => {
          setDraft(before => ({ ...before, lineId }));
          setForm(null);
          choose();
        }}
      />
    );
  if (call === 'new')
    return (
      <PlaceCall
        draft={draft}
        onDraft={change => setDraft(before => ({ ...before, ...change }))}
        place={place}
        ofLine={ofLine}
        onLine={lineId => setForm({ lineId })}
        onClose={close}
      />
    );
  const again = placed?.id === call ? placed.input : null;
  const usedLine = again && lineOf(again.lineId);
  return (
    <LiveCallPanel
      key={call}
      id={call}
      onClose={close}
      placing={{
        onNew: choose,
        onAgain: again && (() => place.mutate(again)),
        onLine: usedLine && (() => setForm({ lineId: usedLine.id })),
      }}
      onFiled={id => void navigate(`/platform/call/${id}`, { state: playsState })}
    />
  );
};
