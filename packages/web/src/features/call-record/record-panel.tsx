import { Maximize2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isGone } from '../../api/wire.ts';
import { CustomerButton } from '../../customer/customer-button.tsx';
import { isBusyLine } from '../../line/failure-kind.ts';
import { CallOutButton } from '../../softphone/call-out-button.tsx';
import { byKeys } from '../../ui/by-keys.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { Level } from '../../ui/level.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { State } from '../../ui/state.tsx';
import { LiveRecord } from './live-record.tsx';
import type { Detail } from './marks.ts';
import { RecordFacts } from './record-facts.tsx';
import { RecordLadder } from './record-ladder.tsx';
import { RecordLink } from './record-link.tsx';
import { RecordPlayer, useSound } from './record-player.tsx';
import { AboutPart, AnswersPart, EndingPart, FollowedPart, LevelPart, PathPart } from './side.tsx';
import { Transcript } from './transcript.tsx';
import { useRecord } from './use-record.ts';
import './call-record.css';
import './record-panel.css';

interface RecordPanelProps {
  readonly id: string;
  readonly startMs: number;
  readonly onClose: () => void;
}

const Filed = ({ record, startMs }: { record: Detail; startMs: number }) => {
  const sound = useSound(record, startMs);
  const { t } = useTranslation('shell');
  const { player } = sound;
  return (
    <>
      <RecordPlayer record={record} sound={sound} />
      <section className="record-panel-parts" aria-label={t($ => $.nav.callRecord)} {...byKeys}>
        <LevelPart call={record} />
        <FollowedPart call={record} />
        <AnswersPart call={record} player={player} />
        <Transcript call={record} player={player} />
        <PathPart call={record} player={player} />
        <AboutPart call={record} />
        <EndingPart call={record} />
        <RecordLadder id={record.id} kept={record.hasLadder} />
      </section>
      <div className="record-panel-foot row gap-10 to-end fixed">
        <RecordLink id={record.id} player={player} />
      </div>
    </>
  );
};

const Body = ({
  id,
  startMs,
  record,
}: Pick<RecordPanelProps, 'id' | 'startMs'> & { record: ReturnType<typeof useRecord> }) => {
  const { t } = useTranslation('shell');
  if (record.isError && !record.data)
    return isGone(record.error) ? (
      <Empty title={t($ => $.error.record)} hint={record.error.message} />
    ) : (
      <ErrorPanel title={t($ => $.error.record)} error={record.error} onAgain={() => void record.refetch()} />
    );
  if (!record.data) return <Skeleton rows={8} />;
  return (
    <div className="record-panel stack fill low">
      <div className="record-panel-facts row gap-10 wrap small fixed">
        <RecordFacts call={record.data} />
        <CustomerButton of={{ logid: id }} state={2} phone={record.data.phone} />
        {record.filed && <CallOutButton logId={id} phone={record.data.phone} />}
      </div>
      {record.filed ? <Filed key={id} record={record.data} startMs={startMs} /> : <LiveRecord call={record.data} />}
    </div>
  );
};

/** A call beside the list it was opened from: the same parts as its page, one under the other. */
export const RecordPanel = ({ id, startMs, onClose }: RecordPanelProps) => {
  const { t } = useTranslation('shell');
  const record = useRecord(id);
  const call = record.data;
  return (
    <Drawer
      subject={id}
      title={
        <>
          {call?.phone ?? t($ => $.nav.callRecord)}{' '}
          {call?.calleeName && <span className="record-panel-callee">{call.calleeName}</span>}
        </>
      }
      status={
        <>
          {call?.level && <Level level={call.level} />}
          {call && <State state={call.state ?? 'live'} passes={isBusyLine(call)} pill />}
          <span className="record-panel-keys row gap-4 small push ink2 whole" aria-hidden="true">
            <kbd>↑</kbd>
            <kbd>↓</kbd> {t($ => $.record.walk)}
          </span>
          <Link className="icon-button" to={`/platform/call/${id}`} aria-label={t($ => $.record.wholePage)}>
            <Maximize2 size={16} aria-hidden="true" />
          </Link>
        </>
      }
      closeLabel={t($ => $.testCall.close)}
      onClose={onClose}
    >
      <Body id={id} startMs={startMs} record={record} />
    </Drawer>
  );
};
