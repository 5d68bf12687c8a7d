import type { WebSocket } from 'ws';
import { createScript } from './hearing-script.ts';
import { type Mishap, rave } from './mishap.ts';
import { type LocalServer, serveSockets } from './sockets.ts';

/**
 * A small server of Vosk's protocol. Every exchange is of github.com/alphacep/vosk-server, websocket/asr_server.py: `recognize`
 * (config, then sound; one answer a message) and `process_chunk` (partial, text; `{"eof" : 1}` to the letter). Read
 * there, not tried against the real server. Chinese comes with its words apart.
 */
export const startVosk = (sentences: readonly string[], mishap: () => Mishap = () => 'none'): Promise<LocalServer> =>
  serveSockets((socket: WebSocket) => {
    const fate = mishap();
    if (fate === 'refuses') return socket.close();
    let script = createScript(sentences, 8_000);
    const apart = (text: string) => [...text].join(' ');
    socket.on('message', (data: Buffer, isBinary) => {
      const text = isBinary ? '' : String(data);
      if (text.includes('config')) {
        const { config } = JSON.parse(text) as { config: { sample_rate: number } };
        script = createScript(sentences, config.sample_rate);
        return;
      }
      if (text === '{"eof" : 1}') return socket.send('{"text": ""}', () => socket.close());
      rave(socket, fate);
      const heard = script.hear(data);
      if (heard?.isWhole) return socket.send(JSON.stringify({ text: apart(heard.words) }));
      if (heard && heard.words.length >= 3 && fate === 'closesInMidSentence') return socket.terminate();
      if (heard && heard.words.length >= 3 && fate === 'stopsInMidSentence') return;
      socket.send(JSON.stringify({ partial: apart(heard?.words ?? '') }));
    });
  });
