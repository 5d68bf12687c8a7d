import type { WebSocket } from 'ws';

/** What a small recogniser for tests does wrong. */
export type Mishap = 'none' | 'closesInMidSentence' | 'stopsInMidSentence' | 'raves' | 'speaksNoJson' | 'refuses';

const TIMES = 30;
const rubbish: Partial<Record<Mishap, string>> = { raves: '{"hello": 1}', speaksNoJson: '<html>' };

/** Says what is none of its protocol, where that is its mishap. */
export const rave = (socket: WebSocket, mishap: Mishap): void => {
  const said = rubbish[mishap];
  for (let n = 0; said !== undefined && n < TIMES; n += 1) socket.send(said);
};
