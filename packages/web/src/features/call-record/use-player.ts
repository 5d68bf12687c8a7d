import { endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { serverUrl } from '../../api/settings.ts';
import { isTyping, keys, presses } from '../../ui/keys.ts';
import { createPlayer, type Player } from './player.ts';

/** A recording is fetched whole (16 kB a second): seeking is then instant and outlives the one-minute ticket. */
const fetchRecording = async (fileId: string, signal: AbortSignal): Promise<Blob> => {
  const { url } = await call(endpoints.file.ticket, { fileId }, { signal, quiet: true });
  const response = await fetch(serverUrl(url), { signal });
  if (!response.ok) throw new Error(`recording: HTTP ${response.status}`);
  return response.blob();
};

/** The player of the file, null where there is none. Its sound is asked for at the first play: that is what is audited. */
export const usePlayer = (fileId: string | null, startMs: number): Player | null => {
  const [player, setPlayer] = useState<Player | null>(null);
  const client = useQueryClient();
  const left = useRef({ startMs, atMs: startMs });
  useEffect(() => {
    if (fileId === null) return;
    // Hidden it is silent and gives its sound back; shown again it goes on from where one left it.
    if (left.current.startMs !== startMs) left.current = { startMs, atMs: startMs };
    const made = createPlayer(() =>
      client.fetchQuery({
        queryKey: ['recording', fileId],
        queryFn: ({ signal }) => fetchRecording(fileId, signal),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 60_000,
      }),
    );
    if (left.current.atMs > 0) made.seek(left.current.atMs);
    setPlayer(made);
    return () => {
      left.current.atMs = made.positionMs();
      made.close();
      setPlayer(null);
    };
  }, [client, fileId, startMs]);
  return player;
};

/** The player says itself why it does not sound. */
export const saidByPlayer = () => undefined;

interface OwnPlay {
  /** How often it was asked for; each time more it begins anew. */
  readonly plays: number;
  readonly startMs: number;
  readonly onRefused: () => void;
}
/** Plays by itself: for who made the call and heard it end, or asked for the sound of a row. */
export const usePlaysItself = (player: Player | null, { plays, startMs, onRefused }: OwnPlay): void => {
  const heard = useRef(0);
  const begin = useEffectEvent((own: Player) => {
    // Sound before the first click on a page waits for one, without a word.
    if (navigator.userActivation?.hasBeenActive === false) onRefused();
    else own.playFrom(startMs).catch(() => onRefused());
  });
  useEffect(() => {
    if (!player) return;
    const isAsked = plays > heard.current;
    heard.current = plays;
    if (isAsked) begin(player);
  }, [player, plays]);
};

const stepMs = 5_000;

/** Space plays and pauses, ← → move 5 s, wherever the focus is; a focused button keeps its own space. */
export const usePlayKeys = (player: Player | null, durationMs: number): void => {
  useEffect(() => {
    if (!player) return;
    const onKey = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || isTyping(event)) return;
      const by = presses(event, keys.record.back) ? -stepMs : presses(event, keys.record.on) ? stepMs : null;
      if (by !== null) player.seek(Math.min(durationMs, player.positionMs() + by));
      else if (presses(event, keys.record.play) && !at?.closest('button, a, summary'))
        player.toggle().catch(saidByPlayer);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [player, durationMs]);
};

const silent = () => () => undefined;

/** What `read` takes of the player; the component renders anew only when that changes. */
export const usePlayed = <T extends string | number | boolean | Error | null>(
  player: Player | null,
  read: (player: Player) => T,
  none: T,
): T => useSyncExternalStore(player?.subscribe ?? silent, () => (player ? read(player) : none));
