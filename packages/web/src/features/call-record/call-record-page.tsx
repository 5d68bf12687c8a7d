import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { isGone } from '../../api/wire.ts';
import { playsState } from '../../live/plays-state.ts';
import { usePaneTitle } from '../../ui/pane-title.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { LineStrip } from './line-strip.tsx';
import { LiveRecord } from './live-record.tsx';
import type { Detail } from './marks.ts';
import { RecordHead } from './record-head.tsx';
import { RecordLadder } from './record-ladder.tsx';
import { RecordPlayer, useSound } from './record-player.tsx';
import { Side } from './side.tsx';
import { Transcript } from './transcript.tsx';
import { useRecord } from './use-record.ts';
import './call-record.css';

interface FiledProps {
  readonly record: Detail;
  readonly startMs: number;
  readonly plays: boolean;
}

const Filed = ({ record, startMs, plays }: FiledProps) => {
  const sound = useSound(record, startMs, plays ? 1 : 0);
  return (
    <>
      <RecordHead call={record} player={sound.player} />
      <RecordPlayer record={record} sound={sound} />
      <div className="call-record-body grid fill">
        <Transcript call={record} player={sound.player} />
        <Side call={record} player={sound.player} />
      </div>
      <LineStrip call={record} />
      <RecordLadder id={record.id} kept={record.hasLadder} />
    </>
  );
};

/** One came from a call that was made by hand and has ended. Asked for once: a reload and the way back find it silent. */
const usePlaysOnce = (): boolean => {
  const location = useLocation();
  const navigate = useNavigate();
  const plays = location.state === playsState;
  const [asked] = useState(plays);
  useEffect(() => {
    if (plays) void navigate(location, { replace: true });
  }, [plays, navigate, location]);
  return asked;
};

export const CallRecordPage = () => {
  const { t } = useTranslation('shell');
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const plays = usePlaysOnce();
  const startMs = Math.max(0, Number(query.get('t')) || 0) * 1000;
  const record = useRecord(id);
  usePaneTitle(record.data?.phone);
  if (record.isError && !record.data)
    return isGone(record.error) ? (
      <Empty whole title={t($ => $.error.record)} hint={record.error.message} />
    ) : (
      <ErrorPanel whole title={t($ => $.error.record)} error={record.error} onAgain={() => void record.refetch()} />
    );
  if (!record.data) return <Skeleton rows={10} />;
  return (
    <article className="call-record page">
      {record.filed ? (
        <Filed record={record.data} startMs={startMs} plays={plays} />
      ) : (
        <>
          <RecordHead call={record.data} player={null} />
          <LiveRecord call={record.data} />
        </>
      )}
    </article>
  );
};
