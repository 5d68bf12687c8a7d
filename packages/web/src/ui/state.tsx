import {
  Ban,
  BellRing,
  Check,
  CircleMinus,
  CircleSlash,
  type LucideIcon,
  PhoneCall,
  PhoneMissed,
  PhoneOff,
  PhoneOutgoing,
  PowerOff,
  Printer,
  Replace,
  ShieldAlert,
  ShieldBan,
  TriangleAlert,
  Voicemail,
  WifiOff,
  Zap,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import './parts.css';

type Family = 'ok' | 'warn' | 'idle' | 'bad';

/** Colour, icon and word of each state: the icon and the word decide, never the hue. */
const looks = {
  placed: ['warn', PhoneOutgoing],
  dialling: ['warn', PhoneOutgoing],
  ringing: ['warn', BellRing],
  talking: ['ok', PhoneCall],
  /** Of a row whose call is not over: how far it is, only the live page knows. */
  live: ['ok', PhoneCall],
  ended: ['idle', Check],
  answered: ['ok', PhoneCall],
  voicemail: ['warn', Voicemail],
  fax: ['warn', Printer],
  limited: ['warn', ShieldAlert],
  blacklisted: ['warn', ShieldBan],
  abandoned: ['warn', PhoneOff],
  noAnswer: ['idle', PhoneMissed],
  busy: ['idle', PhoneOff],
  rejected: ['idle', PhoneOff],
  poweredOff: ['idle', PowerOff],
  unreachable: ['idle', WifiOff],
  cancelled: ['idle', CircleMinus],
  emptyNumber: ['bad', CircleSlash],
  numberChanged: ['bad', Replace],
  outOfService: ['bad', Ban],
  lineFault: ['bad', TriangleAlert],
  interrupted: ['bad', Zap],
} as const satisfies Record<string, readonly [Family, LucideIcon]>;

type StateWord = keyof typeof looks;

interface StateProps {
  readonly state: StateWord;
  /** As a pill in heads; bare icon and word in tables. */
  readonly pill?: boolean;
  /** A fault of the line that passes by itself: amber, not red. */
  readonly passes?: boolean;
  readonly after?: string;
}

export const State = ({ state, pill = false, passes = false, after }: StateProps) => {
  const { t } = useTranslation('shell');
  const [family, Icon] = looks[state];
  return (
    <span className={`state is-${passes ? 'warn' : family}${pill ? ' is-pill' : ''}`}>
      <Icon size={14} aria-hidden="true" />
      {t($ => $.state[state])}
      {after && <span className="after">{after}</span>}
    </span>
  );
};
