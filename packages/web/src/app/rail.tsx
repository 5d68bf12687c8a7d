import { CircleQuestionMark, Layers, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys, presses } from '../ui/keys.ts';
import { useBatches } from '../work/use-batches.ts';
import { useTabs } from './panes/use-tabs.ts';
import { BatchPanel, HelpModal } from './slots.tsx';
import './rail.css';

/** Of the newest batch tasks of today: how many still run. */
const looked = 20;
const Running = () => {
  const { data } = useBatches({ page: 1, limit: looked });
  const running = data?.list.filter(batch => batch.state === 0).length ?? 0;
  return running > 0 && <b>{running}</b>;
};

/** The batch tasks over the right edge of the sheet; not modal, Escape closes it. */
const SidePanel = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('frame');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <aside
      className="rail-panel stack"
      aria-labelledby={id}
      onKeyDown={event => {
        if (presses(event, keys.drawer.close) && !event.defaultPrevented) onClose();
      }}
    >
      <header className="row between fixed">
        <h2 className="page-title" id={id} ref={heading} tabIndex={-1}>
          {t($ => $.rail.batches)}
        </h2>
        <button type="button" className="icon-button" aria-label={t($ => $.rail.close)} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </button>
      </header>
      <div className="rail-panel-body">
        <BatchPanel />
      </div>
    </aside>
  );
};

type Open = 'batches' | 'help' | null;

/** Upright at the right edge of the frame: batch tasks and the help centre. They never cover the page. */
export const Rail = () => {
  const { t } = useTranslation('frame');
  const [open, setOpen] = useState<Open>(null);
  const path = useTabs(tabs => tabs.active) ?? '/home';
  const batches = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(null);
    batches.current?.focus();
  };
  return (
    <>
      <nav className="rail stack gap-6 to-end" aria-label={t($ => $.rail.name)}>
        <button
          className="stack gap-6"
          ref={batches}
          type="button"
          aria-expanded={open === 'batches'}
          onClick={() => (open === 'batches' ? close() : setOpen('batches'))}
        >
          <Layers size={14} aria-hidden="true" />
          <span>{t($ => $.rail.batches)}</span>
          <Running />
        </button>
        <button className="stack gap-6" type="button" aria-haspopup="dialog" onClick={() => setOpen('help')}>
          <CircleQuestionMark size={14} aria-hidden="true" />
          <span>{t($ => $.rail.help)}</span>
        </button>
      </nav>
      {open === 'batches' && <SidePanel onClose={close} />}
      {open === 'help' && <HelpModal path={path} onClose={() => setOpen(null)} />}
    </>
  );
};
