import { useTranslation } from 'react-i18next';
import { Drawer } from '../../ui/drawer.tsx';
import { Empty, Skeleton } from '../../ui/panels.tsx';
import { DoctorDrawer } from './doctor-drawer.tsx';
import { GatewayCard } from './gateway-card.tsx';
import { LineDrawer } from './line-drawer.tsx';
import { Numbers } from './numbers.tsx';
import { PortDrawer } from './port-drawer.tsx';
import type { LinePanel } from './use-line-acts.tsx';
import { useLines, usePorts } from './use-lines.ts';

interface Open {
  readonly panel: LinePanel | 'port';
  readonly id: string | null;
}
interface LinePanelsProps {
  readonly open: Open;
  readonly onClose: () => void;
  readonly onPanel: (panel: LinePanel, lineId: string) => void;
}

const changes = ({ panel }: Open) => panel === 'edit' || panel === 'port';
const adds = (open: Open) => open.id === null && changes(open);
/** An address may name what is not there, or what is the system's own. */
const whyNot = (open: Open, subject: { readonly practice: boolean; readonly lent?: boolean } | null) => {
  if (adds(open)) return null;
  const what = open.panel === 'port' ? 'port' : 'line';
  if (!subject) return `${what}Gone` as const;
  if (subject.lent) return 'lentFixed';
  return subject.practice && changes(open) ? (`${what}Fixed` as const) : null;
};

/** What stands beside the lists: a line or a channel group being changed, numbers, the doctor, what a gateway needs. */
export const LinePanels = ({ open, onClose, onPanel }: LinePanelsProps) => {
  const { t } = useTranslation('lines');
  const lines = useLines().data;
  const ports = usePorts().data;
  const waits = open.panel === 'port' ? !lines || !ports : !adds(open) && !lines;
  if (waits)
    return (
      <Drawer title={t($ => $.title)} closeLabel={t($ => $.close)} onClose={onClose}>
        <Skeleton rows={8} />
      </Drawer>
    );
  const port = ports?.list.find(each => each.id === open.id) ?? null;
  const line = lines?.list.find(each => each.id === open.id) ?? null;
  const why = whyNot(open, open.panel === 'port' ? port : line);
  if (why)
    return (
      <Drawer
        title={t($ => $.title)}
        subject={`${open.id} ${open.panel}`}
        closeLabel={t($ => $.close)}
        onClose={onClose}
      >
        <Empty title={t($ => $.panel[why])} />
      </Drawer>
    );
  if (open.panel === 'port')
    return <PortDrawer key={open.id} port={port} lines={lines?.list ?? []} onClose={onClose} />;
  if (open.panel === 'edit')
    return (
      <LineDrawer
        key={open.id}
        line={line}
        registrar={lines?.registrar}
        onClose={onClose}
        onSaved={(id, access) => (open.id === null && access === 'gateway' ? onPanel('gateway', id) : onClose())}
      />
    );
  if (!line) return null;
  if (open.panel === 'doctor') return <DoctorDrawer key={line.id} line={line} onClose={onClose} />;
  const title = open.panel === 'numbers' ? t($ => $.numbers.title) : t($ => $.gateway.title);
  return (
    <Drawer
      title={
        <>
          {title} <small>{line.name}</small>
        </>
      }
      subject={`${line.id} ${open.panel}`}
      closeLabel={t($ => $.close)}
      onClose={onClose}
    >
      {open.panel === 'numbers' ? (
        <Numbers lineId={line.id} />
      ) : (
        <GatewayCard
          registrar={lines?.registrar}
          username={line.username}
          password={null}
          arrived={line.health.state === 'up'}
        />
      )}
    </Drawer>
  );
};
