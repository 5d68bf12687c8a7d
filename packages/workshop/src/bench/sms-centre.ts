import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** The least message centre there is (SMPP 3.4), on loopback: it answers at once, and keeps nothing. */
const HEADER_BYTES = 16;
const ANSWER = 0x80000000;
const [BIND_TRANSCEIVER, SUBMIT, UNBIND, ENQUIRE] = [0x09, 0x04, 0x06, 0x15];

const answerTo = (command: number, sequence: number, body: string): Buffer => {
  const text = Buffer.from(body, 'latin1');
  const pdu = Buffer.alloc(HEADER_BYTES + text.length);
  pdu.writeUInt32BE(pdu.length, 0);
  pdu.writeUInt32BE((command | ANSWER) >>> 0, 4);
  pdu.writeUInt32BE(sequence, 12);
  text.copy(pdu, HEADER_BYTES);
  return pdu;
};

const serve = (socket: Socket, next: () => number): void => {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', data => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    const answers: Buffer[] = [];
    while (rest.length >= HEADER_BYTES && rest.length >= rest.readUInt32BE(0)) {
      const [length, command, sequence] = [rest.readUInt32BE(0), rest.readUInt32BE(4), rest.readUInt32BE(12)];
      rest = rest.subarray(length);
      if (command === BIND_TRANSCEIVER) answers.push(answerTo(command, sequence, 'bench\0'));
      else if (command === SUBMIT) answers.push(answerTo(command, sequence, `m${next()}\0`));
      else if (command === UNBIND || command === ENQUIRE) answers.push(answerTo(command, sequence, ''));
    }
    if (answers.length > 0) socket.write(Buffer.concat(answers));
  });
};

interface Centre {
  readonly port: number;
  readonly taken: () => number;
  readonly close: () => Promise<void>;
}

export const openCentre = async (): Promise<Centre> => {
  let taken = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer({ noDelay: true }, socket => {
    sockets.add(socket);
    serve(socket, () => ++taken);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    taken: () => taken,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
};
