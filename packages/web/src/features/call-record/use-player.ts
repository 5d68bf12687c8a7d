import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { serverUrl } from '../../api/settings.ts';
import { keys, presses } from '../../ui/keys.ts';
import { createPlayer, type Player } from './player.ts';

/** A recording is fetched whole (16 kB a second): seeking is then instant and outlives the one-minute ticket. */
const fetchRecording = async (fileId: string, signal: AbortSignal): Promise<Blob> => {
  const { url } = await call(endpoints.file.ticket, { fileId }, { signal });
  const response = await fetch(serverUrl(url), { signal });
  if (!response.ok) throw new Error(`recording: HTTP ${response.status}`);
  return response.blob();
};

/** The player of the file, null until its sound is here; `failed` when it did not come. */
export const usePlayer = (fileId: string | null, startMs: number) => {
  const [player, setPlayer] = useState<Player | null>(null);
  const recording = useQuery({
    queryKey: ['recording', fileId],
    queryFn: ({ signal }) => fetchRecording(fileId ?? '', signal),
    enabled: fileId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const sound = recording.data;
  const left = useRef({ startMs, atMs: startMs });
  useEffect(() => {
    if (!sound) return;
    // Hidden it is silent and gives its sound back; shown again it goes on from where one left it.
    if (left.current.startMs !== startMs) left.current = { startMs, atMs: startMs };
    const made = createPlayer();
    const address = URL.createObjectURL(sound);
    made.audio.src = address;
    if (left.current.atMs > 0) made.seek(left.current.atMs);
    setPlayer(made);
    return () => {
      left.current.atMs = made.positionMs();
      made.close();
      URL.revokeObjectURL(address);
      setPlayer(null);
    };
  }, [sound, startMs]);
  return { player, failed: recording.isError, again: () => void recording.refetch() };
};

const stepMs = 5_000;
const typing = 'input, select, textarea, [contenteditable]';

/** Space plays and pauses, ← → move 5 s, wherever the focus is; a focused button keeps its own space. */
export const usePlayKeys = (player: Player | null, durationMs: number, onFailed: () => void): void => {
  useEffect(() => {
    if (!player) return;
    const onKey = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || at?.closest(typing)) return;
      const by = presses(event, keys.record.back) ? -stepMs : presses(event, keys.record.on) ? stepMs : null;
      if (by !== null) player.seek(Math.min(durationMs, player.positionMs() + by));
      else if (presses(event, keys.record.play) && !at?.closest('button, a, summary')) player.toggle().catch(onFailed);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [player, durationMs, onFailed]);
};

const silent = () => () => undefined;

/** What `read` takes of the player; the component renders anew only when that changes. */
export const usePlayed = <T extends string | number | boolean>(
  player: Player | null,
  read: (player: Player) => T,
  none: T,
): T => useSyncExternalStore(player?.subscribe ?? silent, () => (player ? read(player) : none));
