import { Plug, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import type { Line } from './draft.ts';
import { LineList } from './line-list.tsx';
import { PortList } from './port-list.tsx';
import { SipDoor } from './sip-door.tsx';
import { type LinePanel, useLineActs } from './use-line-acts.tsx';
import { useLines, usePorts } from './use-lines.ts';
import './lines.css';

type LinesTab = 'lines' | 'ports';

interface LinesPageProps {
  readonly tab: LinesTab;
  readonly openId: string | null;
  readonly onTab: (tab: LinesTab) => void;
  /** Opens something of a line beside the list; null adds one. */
  readonly onPanel: (panel: LinePanel, lineId: string | null) => void;
  readonly onPort: (id: string | null) => void;
  readonly onTestCall: (lineId: string) => void;
  readonly onClose: () => void;
}

/** Lines and the channel groups cut out of them: how each is, and what may be done with it. */
export const LinesPage = ({ tab, openId, onTab, onPanel, onPort, onTestCall, onClose }: LinesPageProps) => {
  const { t } = useTranslation('lines');
  const lines = useLines();
  const ports = usePorts();
  const [q, setQ] = useState('');
  const search = tab === 'lines' ? t($ => $.list.search) : t($ => $.ports.search);
  const { acts, question } = useLineActs({
    onPanel: useCallback((panel: LinePanel, line: Line) => onPanel(panel, line.id), [onPanel]),
    onTestCall: useCallback((line: Line) => onTestCall(line.id), [onTestCall]),
    onRemoved: line => {
      if (line.id === openId) onClose();
    },
  });
  const totals = { lines: lines.data?.total, ports: ports.data?.total };
  return (
    <div className="lines-page page">
      <ViewTabs
        label={t($ => $.title)}
        tabs={(['lines', 'ports'] as const).map(key => ({
          key,
          text: t($ => $.tab[key]),
          ...(totals[key] !== undefined && { count: totals[key] }),
        }))}
        current={tab}
        onChoose={onTab}
      />
      <FilterBar
        search={<SearchField key={tab} label={search} value={q} onChange={setQ} />}
        tools={
          tab === 'lines' ? (
            <>
              <Link className="button" to="/platform/connect-line">
                <Plug size={14} aria-hidden="true" /> {t($ => $.list.connect)}
              </Link>
              <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => onPanel('edit', null)}>
                {t($ => $.list.add)}
              </Button>
            </>
          ) : (
            <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => onPort(null)}>
              {t($ => $.ports.add)}
            </Button>
          )
        }
      />
      <SipDoor door={lines.data?.door} />
      {tab === 'lines' ? (
        <LineList lines={lines} q={q} openId={openId} acts={acts} onClear={() => setQ('')} />
      ) : (
        <PortList ports={ports} q={q} openId={openId} onEdit={onPort} onAdd={() => onPort(null)} />
      )}
      {question}
    </div>
  );
};
