import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SoundStrip } from '../../sound/sound-strip.tsx';
import { listed } from '../../text/said.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { when } from '../../ui/format.ts';
import { type LibraryVoice, ticketOf, type Use } from './use-library.ts';

export const useVoiceColumns = (): readonly Column<LibraryVoice>[] => {
  const { t } = useTranslation('voices');
  return useMemo(() => {
    const plansOf = ({ plans }: LibraryVoice) =>
      plans.length === 0 ? (
        <span className="ink3">{t($ => $.library.unused)}</span>
      ) : (
        listed(plans.map(({ name }) => name))
      );
    const kindOf = ({ kind, use }: LibraryVoice) =>
      kind === 'sentence' || use === '' ? t($ => $.library.kinds[kind]) : t($ => $.library.uses[use as Use]);
    return [
      {
        key: 'sound',
        title: t($ => $.library.columns.sound),
        width: 230,
        priority: 0,
        cell: ({ id, text, peaks, durationMs }) => (
          <SoundStrip
            name={id}
            label={t($ => $.play, { text })}
            find={ticketOf(id)}
            peaks={peaks}
            durationMs={durationMs}
          />
        ),
      },
      {
        key: 'text',
        title: t($ => $.library.columns.text),
        width: 220,
        grows: true,
        priority: 0,
        cell: row => row.text,
      },
      { key: 'kind', title: t($ => $.library.columns.kind), width: 90, priority: 2, cell: kindOf },
      {
        key: 'speaker',
        title: t($ => $.library.columns.speaker),
        width: 90,
        priority: 1,
        cell: ({ speaker }) => speaker || <span className="ink3">{t($ => $.noName)}</span>,
      },
      { key: 'plans', title: t($ => $.library.columns.plans), width: 170, priority: 3, cell: plansOf },
      {
        key: 'changed',
        title: t($ => $.library.columns.changed),
        width: 120,
        priority: 4,
        cell: ({ changedAt }) => <span className="library-figure">{when(changedAt, new Date(), '')}</span>,
      },
    ];
  }, [t]);
};
