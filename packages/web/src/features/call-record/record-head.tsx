import { Button } from 'antd';
import { ArrowLeft, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { amount, clock, when } from '../../ui/format.ts';
import { Level } from '../../ui/level.tsx';
import { State } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';
import type { Detail } from './marks.ts';
import type { Player } from './player.ts';

/** Who was called, how it came out, when, how long, what it cost; the link opens at the second being heard. */
export const RecordHead = ({ call, player }: { call: Detail; player: Player | null }) => {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const copyLink = async () => {
    const second = Math.floor((player?.positionMs() ?? 0) / 1000);
    const link = `${location.origin}/platform/call/${call.id}${second > 0 ? `?t=${second}` : ''}`;
    await navigator.clipboard?.writeText(link);
    toast.ok(t($ => $.record.linked));
  };
  return (
    <header className="record-head">
      <button
        type="button"
        className="icon-button"
        aria-label={t($ => $.record.back)}
        onClick={() => void navigate('/home')}
      >
        <ArrowLeft size={18} aria-hidden="true" />
      </button>
      <h1>{call.phone}</h1>
      {call.level && <Level level={call.level} />}
      <State state={call.state ?? 'live'} pill />
      <span className="key">
        {[
          call.planName,
          call.lineName,
          when(
            call.placedAt,
            new Date(),
            t($ => $.calls.today),
          ),
          ...(call.state === null
            ? []
            : [
                t($ => $.record.talk, { time: clock(call.talkMs) }),
                t($ => $.record.cost, { cost: amount(call.cost) }),
              ]),
        ].join(' · ')}
      </span>
      <Button icon={<Share2 size={14} aria-hidden="true" />} onClick={() => void copyLink()}>
        {t($ => $.record.link)}
      </Button>
    </header>
  );
};
