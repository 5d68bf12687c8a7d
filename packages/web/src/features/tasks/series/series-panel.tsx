import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { RowActs } from '../../../ui/row-acts.tsx';
import type { Series, Template } from './days.ts';
import { type SeriesAct, SeriesCard } from './series-card.tsx';
import { SeriesSettings } from './series-settings.tsx';
import './series.css';

interface SeriesPanelProps {
  readonly onEdit: (id: string, step?: 'numbers' | 'pacing') => void;
  readonly onClose: () => void;
}

const useRead = () => {
  const series = useQuery({
    queryKey: ['task/series'],
    queryFn: ({ signal }) => call(endpoints.taskSeries.list, {}, { signal, quiet: true }),
    staleTime: 0,
  });
  const templates = useQuery({
    queryKey: ['task/templates'],
    queryFn: ({ signal }) => call(endpoints.taskSeries.templates, {}, { signal, quiet: true }),
    staleTime: 0,
  });
  return { series, templates };
};

/** Templates: a task made from one, one changed, one dropped. */
const Templates = ({ list, onEdit }: { list: readonly Template[] } & Pick<SeriesPanelProps, 'onEdit'>) => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const mayChange = useCurrentUser()?.btns.includes('task:create') ?? false;
  const [dropping, setDropping] = useState<Template | null>(null);
  const make = useMutation({
    mutationFn: ({ id, name }: Template) => call(endpoints.task.copy, { id, name }),
    onSuccess: ({ id }) => onEdit(id),
  });
  const drop = useMutation({
    mutationFn: ({ id }: Template) => call(endpoints.task.remove, { id }),
    onSettled: () => {
      setDropping(null);
      return queries.invalidateQueries({ queryKey: ['task/templates'] });
    },
  });
  const acts = { use: Copy, edit: PenLine, remove: Trash2 } as const;
  return (
    <ul className="series-list" aria-label={t($ => $.series.templates)}>
      {list.map(template => (
        <li key={template.id} className="series-card row gap-8">
          <strong className="cut">{template.name}</strong>
          <span className="key cut fill">{template.planName}</span>
          {mayChange && (
            <RowActs
              name={template.name}
              more={t($ => $.act.more)}
              acts={(['use', 'edit', 'remove'] as const).map(act => ({
                act,
                word: t($ => $.series.template[act]),
                icon: acts[act],
              }))}
              onAct={act => {
                if (act === 'use') make.mutate(template);
                else if (act === 'edit') onEdit(template.id);
                else setDropping(template);
              }}
            />
          )}
        </li>
      ))}
      {dropping && (
        <Confirm
          title={t($ => $.series.template.ask, { name: dropping.name })}
          text={t($ => $.series.template.askText)}
          okText={t($ => $.act.remove)}
          cancelText={t($ => $.cancel)}
          busy={drop.isPending}
          onOk={() => drop.mutate(dropping)}
          onCancel={() => setDropping(null)}
        />
      )}
    </ul>
  );
};

/** Tasks that are made by themselves, and settings that tasks are made from. */
export const SeriesPanel = ({ onEdit, onClose }: SeriesPanelProps) => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const mayControl = useCurrentUser()?.btns.includes('task:control') ?? false;
  const { series, templates } = useRead();
  const [asked, setAsked] = useState<{ act: 'settings' | 'ended'; of: Series } | null>(null);
  const set = useMutation({
    mutationFn: ({ of: { id, weekdays, minute, endsOn }, state }: { of: Series; state: Series['state'] }) =>
      call(endpoints.taskSeries.setSeries, { id, state, weekdays, minute, ...(endsOn !== null && { endsOn }) }),
    onSettled: () => {
      setAsked(null);
      return queries.invalidateQueries({ queryKey: ['task/series'] });
    },
  });
  const act = (wanted: SeriesAct, of: Series) => {
    if (wanted === 'append') onEdit(of.id, 'numbers');
    else if (wanted === 'settings' || wanted === 'ended') setAsked({ act: wanted, of });
    else set.mutate({ of, state: wanted });
  };
  const failed = series.error ?? templates.error;
  return (
    <Drawer title={t($ => $.series.title)} closeLabel={t($ => $.close)} onClose={onClose}>
      {failed && <ErrorPanel title={t($ => $.series.failed)} error={failed} onAgain={() => void series.refetch()} />}
      {!failed && !(series.data && templates.data) && <Skeleton rows={6} />}
      {series.data && (
        <section className="series-part">
          <h3>{t($ => $.series.repeating)}</h3>
          {series.data.list.length === 0 && <Empty title={t($ => $.series.none)} hint={t($ => $.series.noneHint)} />}
          <ul className="series-list" aria-label={t($ => $.series.repeating)}>
            {series.data.list.map(one => (
              <SeriesCard key={one.id} series={one} onAct={mayControl ? wanted => act(wanted, one) : null} />
            ))}
          </ul>
        </section>
      )}
      {templates.data && (
        <section className="series-part">
          <h3>{t($ => $.series.templates)}</h3>
          {templates.data.list.length === 0 && <p className="hint">{t($ => $.series.template.none)}</p>}
          <Templates list={templates.data.list} onEdit={onEdit} />
        </section>
      )}
      {asked?.act === 'settings' && (
        <SeriesSettings series={asked.of} onEdit={() => onEdit(asked.of.id)} onClose={() => setAsked(null)} />
      )}
      {asked?.act === 'ended' && (
        <Confirm
          title={t($ => $.series.askEnd, { name: asked.of.name })}
          text={t($ => $.series.askEndText)}
          okText={t($ => $.series.act.ended)}
          cancelText={t($ => $.cancel)}
          busy={set.isPending}
          onOk={() => set.mutate({ of: asked.of, state: 'ended' })}
          onCancel={() => setAsked(null)}
        />
      )}
    </Drawer>
  );
};
