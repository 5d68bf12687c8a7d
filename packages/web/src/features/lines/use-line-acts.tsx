import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import type { Line } from './draft.ts';
import type { LineAct, LineActs } from './use-line-columns.tsx';
import { useLinesChanged, usePorts } from './use-lines.ts';

/** What opens beside the list; the others are done at once. */
export type LinePanel = Exclude<LineAct, 'probe' | 'remove' | 'testCall'>;

interface Goes {
  readonly onPanel: (panel: LinePanel, line: Line) => void;
  readonly onTestCall: (line: Line) => void;
  readonly onRemoved: (line: Line) => void;
}

/** Does what can be done with a line, after asking where nothing brings it back. */
export const useLineActs = ({ onPanel, onTestCall, onRemoved }: Goes): { acts: LineActs; question: ReactNode } => {
  const { t } = useTranslation('lines');
  const changed = useLinesChanged();
  const ports = usePorts();
  const [leaving, setLeaving] = useState<Line | null>(null);
  const enable = useMutation({
    mutationFn: ({ line, enabled }: { line: Line; enabled: boolean }) =>
      call(endpoints.line.enable, { id: line.id, enabled: enabled ? '1' : '0' }),
    onSuccess: (_, { enabled }) => toast.ok(enabled ? t($ => $.list.enabledAgain) : t($ => $.list.disabled)),
    onSettled: changed,
  });
  const probe = useMutation({
    mutationFn: (line: Line) => call(endpoints.monitor.check, { id: line.id, kind: 'probe' }),
    onSuccess: (_, line) => toast.info(t($ => $.list.probing, { name: line.name })),
  });
  const remove = useMutation({
    mutationFn: (line: Line) => call(endpoints.line.remove, { id: line.id }),
    onSuccess: (_, line) => {
      toast.ok(t($ => $.removed));
      onRemoved(line);
    },
    onSettled: () => {
      setLeaving(null);
      return changed();
    },
  });
  const probeNow = probe.mutate;
  const act = useCallback(
    (wanted: LineAct, line: Line) => {
      if (wanted === 'remove') setLeaving(line);
      else if (wanted === 'probe') probeNow(line);
      else if (wanted === 'testCall') onTestCall(line);
      else onPanel(wanted, line);
    },
    [probeNow, onPanel, onTestCall],
  );
  const switchTo = enable.mutate;
  const acts = useMemo(
    () => ({ act, enable: (line: Line, enabled: boolean) => switchTo({ line, enabled }) }),
    [act, switchTo],
  );
  const question = leaving && (
    <Confirm
      title={t($ => $.remove.line, { name: leaving.name })}
      text={t($ => $.remove.lineText, {
        ports: (ports.data?.list ?? []).filter(port => port.lineId === leaving.id).length,
        numbers: leaving.numbers,
        live: leaving.live,
      })}
      okText={t($ => $.remove.ok)}
      cancelText={t($ => $.cancel)}
      busy={remove.isPending}
      onOk={() => remove.mutate(leaving)}
      onCancel={() => setLeaving(null)}
    />
  );
  return { acts, question };
};
