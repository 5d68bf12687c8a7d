import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server on 127.0.0.1 that answers from a table (RFC 1035 §4, RFC 2782); unknown names do not exist. */
export type Records = Readonly<Record<string, readonly NameRecord[]>>;

export type NameRecord =
  | { readonly type: 'A' | 'AAAA'; readonly address: string; readonly ttl?: number }
  /** In its parts, each of 255 octets at most. */
  | { readonly type: 'TXT'; readonly parts: readonly string[] }
  | {
      readonly type: 'SRV';
      readonly host: string;
      readonly port: number;
      readonly priority: number;
      readonly weight: number;
    };

const TYPES: Readonly<Record<NameRecord['type'], number>> = { A: 1, TXT: 16, AAAA: 28, SRV: 33 };
const HEAD_BYTES = 12;
const DEFAULT_TTL_S = 60;
/** A response, authoritative; 3: no such name. */
const [ANSWERED, NO_SUCH_NAME] = [0x8400, 0x8403];

export const openNameServer = async (records: Records) => {
  let table = records;
  let isSilent = false;
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const { name, type, end } = readQuestion(question);
    asked.push(`${name} ${Object.keys(TYPES).find(each => TYPES[each as NameRecord['type']] === type)}`);
    if (isSilent) return;
    const found = (table[name] ?? []).filter(record => TYPES[record.type] === type);
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt16BE(question.readUInt16BE(0), 0);
    head.writeUInt16BE(table[name] === undefined ? NO_SUCH_NAME : ANSWERED, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(found.length, 6);
    const answers = found.map(record => writeRecord(name, record));
    socket.send(Buffer.concat([head, question.subarray(HEAD_BYTES, end), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: asked as readonly string[],
    change: (to: Records) => {
      table = to;
    },
    /** Asked, and says nothing more. */
    hush: () => {
      isSilent = true;
    },
    close: () => new Promise<void>(settle => socket.close(() => settle())),
  };
};

const readQuestion = (message: Buffer) => {
  const labels: string[] = [];
  let at = HEAD_BYTES;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
};

const writeName = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter(Boolean)
      .map(label => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

const writeRecord = (name: string, record: NameRecord): Buffer => {
  const data = writeData(record);
  const head = Buffer.alloc(10);
  head.writeUInt16BE(TYPES[record.type], 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE('ttl' in record ? (record.ttl ?? DEFAULT_TTL_S) : DEFAULT_TTL_S, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([writeName(name), head, data]);
};

const writeData = (record: NameRecord): Buffer => {
  if (record.type === 'SRV') {
    const numbers = Buffer.alloc(6);
    numbers.writeUInt16BE(record.priority, 0);
    numbers.writeUInt16BE(record.weight, 2);
    numbers.writeUInt16BE(record.port, 4);
    return Buffer.concat([numbers, writeName(record.host)]);
  }
  if (record.type === 'TXT')
    return Buffer.concat(record.parts.flatMap(part => [Buffer.from([part.length]), Buffer.from(part)]));
  if (record.type === 'A') return Buffer.from(record.address.split('.').map(Number));
  // Tables write all eight groups.
  const groups = record.address.split(':').map(group => Number.parseInt(group, 16));
  return Buffer.from(groups.flatMap(group => [group >> 8, group & 255]));
};
