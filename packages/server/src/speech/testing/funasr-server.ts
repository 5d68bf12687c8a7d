import type { WebSocket } from 'ws';
import { createScript } from './hearing-script.ts';
import { type Mishap, rave } from './mishap.ts';
import { type LocalServer, serveSockets } from './sockets.ts';

/**
 * A small server of FunASR's protocol. Every exchange is of github.com/modelscope/FunASR, runtime/docs/websocket_protocol.md,
 * "Real-time Speech Recognition"; read there, not tried against the real server.
 */
export const startFunAsr = (sentences: readonly string[], mishap: () => Mishap = () => 'none'): Promise<LocalServer> =>
  serveSockets(serveOne(sentences, mishap), { protocol: 'binary' });

const serveOne = (sentences: readonly string[], mishap: () => Mishap) => (socket: WebSocket) => {
  const fate = mishap();
  if (fate === 'refuses') return socket.close();
  let script: ReturnType<typeof createScript> | null = null;
  let told = '';
  const tell = (mode: string, text: string, isFinal: boolean) =>
    // "Sending Recognition Results": mode, wav_name, text, is_final (and times, which nobody asked for).
    socket.send(JSON.stringify({ mode, wav_name: 'call', text, is_final: isFinal }));

  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) {
      // "Initial Communication": 2pass, pcm, chunk_size; audio_fs says the rate of PCM.
      const settings = JSON.parse(String(data)) as Record<string, unknown>;
      if (settings.is_speaking === false) return socket.close();
      if (settings.mode !== '2pass' || settings.wav_format !== 'pcm') return socket.close();
      script = createScript(sentences, Number(settings.audio_fs));
      return;
    }
    rave(socket, fate);
    const heard = script?.hear(data);
    if (!heard) return;
    if (heard.isWhole) {
      told = '';
      return tell('2pass-offline', `${heard.words}。`, true);
    }
    if (heard.words.length <= told.length) return;
    if (heard.words.length >= 3 && fate === 'closesInMidSentence') return socket.terminate();
    if (heard.words.length >= 3 && fate === 'stopsInMidSentence') return;
    // Each online message brings what is new.
    tell('2pass-online', heard.words.slice(told.length), false);
    told = heard.words;
  });
};
