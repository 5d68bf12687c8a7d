import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { Refusal } from '../../api/wire.ts';
import { noteOpened } from '../../session/opened.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { Controls } from './controls.tsx';
import { LineStrip } from './line-strip.tsx';
import { type Detail, silences } from './marks.ts';
import { RecordHead } from './record-head.tsx';
import { Side } from './side.tsx';
import { Transcript } from './transcript.tsx';
import { usePlayer, usePlayKeys } from './use-player.ts';
import { Wave } from './wave.tsx';
import './call-record.css';

const againMs = 2_000;
/** A recording and its wave join the record within seconds; then there is nothing to wait for. */
const mostAgain = 15;

/** Still to come: the end of the call, or the recording of an answered one, or its wave. */
const incomplete = (record: Detail): boolean =>
  record.state === null || (record.state === 'answered' && record.recording?.peaks == null);

const useRecord = (id: string) =>
  useQuery({
    queryKey: ['call/detail', id],
    queryFn: ({ signal }) => call(endpoints.call.detail, { id }, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (!state.data || !incomplete(state.data)) return false;
      return state.data.state === null || state.dataUpdateCount < mostAgain ? againMs : false;
    },
  });

const Live = ({ id }: { id: string }) => {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  return (
    <Empty title={t($ => $.record.filing)} hint={t($ => $.record.notFiled)}>
      <Button type="primary" onClick={() => void navigate(`/home?call=${id}`)}>
        {t($ => $.record.follow)}
      </Button>
    </Empty>
  );
};

const Filed = ({ record, startMs }: { record: Detail; startMs: number }) => {
  const { t } = useTranslation('console');
  const { recording } = record;
  const { player, failed, again } = usePlayer(recording?.fileId ?? null, startMs);
  const durationMs = Math.max(recording?.durationMs ?? record.talkMs, 1);
  const quiet = useMemo(() => silences(record.transcript, durationMs), [record.transcript, durationMs]);
  const notPlayed = useCallback(() => toast.bad(t($ => $.record.playFailed)), [t]);
  usePlayKeys(player, durationMs, notPlayed);
  const waiting = record.state === 'answered' && !recording;
  return (
    <>
      <RecordHead call={record} player={player} />
      {recording ? (
        <section className="player">
          <Wave call={record} player={player} durationMs={durationMs} quiet={quiet} />
          {!recording.peaks && <p className="making">{t($ => $.record.makingWave)}</p>}
          {failed && <ErrorPanel title={t($ => $.record.playFailed)} onAgain={again} />}
          <Controls call={record} player={player} durationMs={durationMs} quiet={quiet} />
        </section>
      ) : (
        <p className="no-recording">{waiting ? t($ => $.record.filing) : t($ => $.record.noRecording)}</p>
      )}
      <div className="record-body">
        <Transcript call={record} player={player} />
        <Side call={record} player={player} />
      </div>
      <LineStrip call={record} />
    </>
  );
};

export const CallRecordPage = () => {
  const { t } = useTranslation('console');
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const startMs = Math.max(0, Number(query.get('t')) || 0) * 1000;
  const record = useRecord(id);
  const filed = record.data !== undefined && record.data.state !== null;
  useEffect(() => {
    if (filed) noteOpened();
  }, [filed]);
  if (record.isError && !record.data)
    return record.error instanceof Refusal ? (
      <Empty whole title={t($ => $.error.record)} hint={record.error.message} />
    ) : (
      <ErrorPanel whole title={t($ => $.error.record)} onAgain={() => void record.refetch()} />
    );
  if (!record.data) return <Skeleton rows={10} />;
  return (
    <article className="record">
      {filed ? (
        <Filed record={record.data} startMs={startMs} />
      ) : (
        <>
          <RecordHead call={record.data} player={null} />
          <Live id={id} />
        </>
      )}
    </article>
  );
};
