import { createSocket, type Socket } from 'node:dgram';
import { expect, test } from 'vitest';
import { translateUdp } from './translation.ts';

const LOOPBACK = '127.0.0.1';

const open = async (): Promise<Socket> => {
  const socket = createSocket('udp4');
  await new Promise<void>(done => socket.bind(0, LOOPBACK, done));
  return socket;
};

test('each socket comes from a port of its own, is answered there, and after a move from elsewhere', async () => {
  const house = await open();
  const from: string[] = [];
  house.on('message', (bytes, { address, port }) => {
    from.push(`${address}:${port}`);
    house.send(bytes, port, address);
  });
  const translation = await translateUdp(
    { host: LOOPBACK, port: 0 },
    { host: LOOPBACK, port: house.address().port },
    LOOPBACK,
  );
  const pages = [await open(), await open()];
  const says = async (page: Socket, words: string): Promise<string> => {
    const answer = new Promise<string>(done => page.once('message', bytes => done(String(bytes))));
    page.send(words, translation.port, LOOPBACK);
    return answer;
  };
  for (const page of [...pages, ...pages]) expect(await says(page, 'hello')).toBe('hello');
  expect(from.slice(0, 2)).toEqual(from.slice(2));
  expect(new Set(from).size).toBe(2);
  await translation.move('127.0.0.2');
  expect(await says(pages[0]!, 'again')).toBe('again');
  expect(from.at(-1)).toMatch(/^127\.0\.0\.2:/);
  for (const socket of [house, ...pages]) socket.close();
  translation.close();
});
