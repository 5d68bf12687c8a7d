import type { endpoints, OutputOf } from '@lianxian/contract';
import { CircleCheck, CircleHelp, CirclePause, CircleX, Gauge, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import '../ui/parts.css';

export type Health = OutputOf<typeof endpoints.line.list>['list'][number]['health'];
/** What of a line its state is told by. */
export interface Watched {
  readonly practice: boolean;
  readonly enabled: boolean;
  readonly access: string;
  readonly callsPerSecond: number;
  readonly health: Health;
  /** Inside its working hours; not told everywhere. */
  readonly open?: boolean;
}
type LineFace = Health['state'] | 'off';

export const faceOf = ({ enabled, health }: Pick<Watched, 'enabled' | 'health'>): LineFace =>
  enabled ? health.state : 'off';

const looks = {
  up: ['ok', CircleCheck],
  congested: ['warn', Gauge],
  down: ['bad', CircleX],
  unknown: ['idle', CircleHelp],
  off: ['idle', CirclePause],
} as const satisfies Record<LineFace, readonly [string, LucideIcon]>;

/** A line's state: colour, icon and word; a pill where it heads a row. */
export const LineState = ({ face, text, pill = true }: { face: LineFace; text?: string; pill?: boolean }) => {
  const { t } = useTranslation('lines');
  const [family, Icon] = looks[face];
  return (
    <span className={`state is-${family}${pill ? ' is-pill' : ''}`}>
      <Icon size={14} aria-hidden="true" />
      {text ?? t($ => $.state[face])}
    </span>
  );
};
