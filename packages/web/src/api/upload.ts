import type { Endpoint, OutputOf } from '@lianxian/contract';
import { headersOf, wire } from '@lianxian/contract/wire';
import type { z } from 'zod';
import { serverUrl } from './settings.ts';
import { answered, askerHere, type CallOptions, Outage } from './wire.ts';

interface UploadOptions extends Pick<CallOptions, 'quiet'> {
  readonly signal: AbortSignal;
  /** 0 to 1, as it goes out. */
  readonly onProgress: (part: number) => void;
  /** What goes with the file, as form fields. */
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * Sends one file to an upload endpoint of the contract, `multipart/form-data`: the fields first, then the file. XHR, for
 * `fetch` does not tell how far a body has gone. No time limit but the abort: a slow line may take minutes.
 */
const send = (path: string, file: File, { signal, onProgress, fields = {} }: UploadOptions) =>
  new Promise<unknown>((resolve, reject) => {
    const body = new FormData();
    const asker = askerHere();
    body.set(wire.tokenField, asker.token ?? '');
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set(wire.fileField, file);
    const request = new XMLHttpRequest();
    request.open('POST', serverUrl(`${wire.prefix}${path}`));
    for (const [name, value] of Object.entries(headersOf(asker))) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = event => onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    request.onload = () =>
      request.status === 200 ? resolve(request.response) : reject(new Outage(`HTTP ${request.status}`));
    request.onerror = () => reject(new Outage('network'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });

/** Throws as `call` does, after the same toasts, or as `quiet` says; an abort throws as it is. */
export const upload = async <E extends Endpoint<z.ZodType, z.ZodType>>(
  endpoint: E,
  file: File,
  options: UploadOptions,
): Promise<OutputOf<E>> => {
  const data = await answered(() => send(endpoint.path, file, options), options);
  const parsed = endpoint.output.safeParse(data);
  if (!parsed.success) throw new Outage(`${endpoint.path} answered in another shape`);
  return parsed.data as OutputOf<E>;
};
