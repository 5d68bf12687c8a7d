/**
 * PostgreSQL's COPY as streams, over a client of `pg`: rows go by as they come, in as much memory as the stream's own
 * buffer, and a slow reader holds the server back. It speaks the part of the protocol `pg` leaves to whoever submits a query
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY).
 */
import type { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import type { PoolClient, Submittable } from 'pg';

/** What `pg` hands to a submitted query, as far as COPY needs it. */
interface PgConnection {
  readonly stream: Socket;
  readonly query: (text: string) => void;
  readonly sendCopyFromChunk: (chunk: Buffer) => void;
  readonly endCopyFrom: () => void;
  readonly sendCopyFail: (because: string) => void;
}

interface CommandEnd {
  /** `COPY 42`. */
  readonly text: string;
}

const rowsOf = ({ text }: CommandEnd): number => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);

/** The protocol's events that mean nothing to a COPY. */
const unheard = {
  handleRowDescription: () => undefined,
  handleDataRow: () => undefined,
  handlePortalSuspended: () => undefined,
  handleEmptyQuery: () => undefined,
  handleCopyData: () => undefined,
  handleCopyInResponse: () => undefined,
};

interface CopyOut {
  readonly stream: Readable;
  /** Rows that went by; once the stream has ended. */
  readonly rows: () => number;
}

/** `copy … to stdout`. Nobody else may ask this client meanwhile. */
export const copyOut = (client: PoolClient, text: string): CopyOut => {
  let held: PgConnection | null = null;
  let rows = 0;
  const stream = new Readable({
    read: () => void held?.stream.resume(),
    destroy: (error, done) => {
      // What the server still sends is read and dropped; the connection is of no more use than that.
      held?.stream.resume();
      done(error);
    },
  });
  const asked = {
    ...unheard,
    submit: (connection: PgConnection) => {
      held = connection;
      connection.query(text);
    },
    handleCopyData: ({ chunk }: { readonly chunk: Buffer }) => {
      if (stream.destroyed) return;
      // A slice of the parser's buffer, which it writes over.
      if (!stream.push(Buffer.from(chunk))) held?.stream.pause();
    },
    handleCommandComplete: (end: CommandEnd) => {
      rows = rowsOf(end);
    },
    handleReadyForQuery: () => void stream.push(null),
    handleError: (error: Error) => void stream.destroy(error),
  };
  client.query(asked as unknown as Submittable);
  return { stream, rows: () => rows };
};

/** The one value of a statement that is a COPY: what is copied in, block by block. */
export class CopyData {
  readonly blocks: Iterable<string>;
  constructor(blocks: Iterable<string>) {
    this.blocks = blocks;
  }
}

/** `copy … from stdin`; finished when the server has taken all. */
export const copyIn = (client: PoolClient, text: string): Writable => {
  let isRefused = false;
  let done: (error?: Error | null) => void = () => undefined;
  const begun = Promise.withResolvers<PgConnection>();
  begun.promise.catch(() => undefined);
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, next) => {
      begun.promise.then(connection => {
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) connection.stream.once('drain', () => next());
        else next();
      }, next);
    },
    final: finished => {
      done = finished;
      begun.promise.then(connection => connection.endCopyFrom(), finished);
    },
    destroy: (error, destroyed) => {
      // The server may not have begun to take it in yet.
      if (error !== null && !isRefused)
        begun.promise.then(
          connection => connection.sendCopyFail('the source of the copy failed'),
          () => undefined,
        );
      destroyed(error);
    },
  });
  const asked = {
    ...unheard,
    submit: (connection: PgConnection) => connection.query(text),
    handleCopyInResponse: (connection: PgConnection) => begun.resolve(connection),
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => done(),
    handleError: (error: Error) => {
      isRefused = true;
      begun.reject(error);
      sink.destroy(error);
    },
  };
  client.query(asked as unknown as Submittable);
  return sink;
};
