import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { connect, createServer, type Socket as Stream } from 'node:net';

/**
 * Address translation in the way of a seat's page: each of its sockets gets one of ours, and what comes back to that goes back to
 * it (a symmetric one, RFC 3489 §5: another socket, another port). It may be given new ports, or another address, in mid-call:
 * the old ones are as if they had never been.
 */
interface Translation {
  readonly port: number;
  /** From now on all comes from new ports of this address. */
  readonly move: (host: string) => Promise<void>;
  readonly close: () => void;
}

interface Place {
  readonly host: string;
  readonly port: number;
}

const bound = async (host: string, port = 0): Promise<Socket> => {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 1_000_000 });
  socket.on('error', () => undefined);
  await new Promise<void>(resolve => socket.bind(port, host, resolve));
  return socket;
};

/** Between `near` (port 0: any) and `to`, which sees us at `as`. */
export const translateUdp = async (near: Place, to: Place, as: string): Promise<Translation> => {
  const inner = await bound(near.host, near.port);
  const outer = new Map<string, Promise<Socket>>();
  let host = as;

  const mapped = async (page: RemoteInfo): Promise<Socket> => {
    const socket = await bound(host);
    socket.on('message', bytes => inner.send(bytes, page.port, page.address));
    return socket;
  };
  const forget = async (): Promise<void> => {
    const old = [...outer.values()];
    outer.clear();
    for (const each of old) (await each).close();
  };

  inner.on('message', (bytes, page) => {
    const key = `${page.address}:${page.port}`;
    const socket = outer.get(key) ?? mapped(page);
    outer.set(key, socket);
    // One that was forgotten meanwhile is closed: its packet is lost, as in any network.
    void socket.then(open => open.send(bytes, to.port, to.host)).catch(() => undefined);
  });
  return {
    port: inner.address().port,
    move: async next => {
      host = next;
      await forget();
    },
    close: () => {
      inner.close();
      void forget();
    },
  };
};

/** Connections are passed on as they come; all that there are can be cut. */
export const translateTcp = async (
  near: Place,
  to: Place,
): Promise<Pick<Translation, 'port' | 'close'> & { readonly cut: () => void }> => {
  const open = new Set<Stream>();
  const server = createServer((inner: Stream) => {
    const outer = connect(to.port, to.host);
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      open.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(one);
          other.destroy();
        });
    }
    inner.pipe(outer).pipe(inner);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(near.port, near.host, resolve);
  });
  const address = server.address();
  const cut = (): void => {
    for (const each of open) each.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : near.port,
    cut,
    close: () => {
      server.close();
      cut();
    },
  };
};

/** Runs in the page, before its own scripts: what the server says of its own port leads over the translation. */
export const goBy = ([theirs, ours]: readonly [number, number]): void => {
  const Plain = globalThis.RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Plain {
    override setRemoteDescription(said: RTCSessionDescriptionInit): Promise<void> {
      const sdp = (said.sdp ?? '').replaceAll(` ${theirs} typ host`, ` ${ours} typ host`);
      return super.setRemoteDescription({ type: said.type, sdp });
    }
  };
};
