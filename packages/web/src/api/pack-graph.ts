import type { Plan } from '@lianxian/core';

const CHUNK = 32_768;

/** Bytes as base64url; in parts, for a call has only so many arguments. */
const base64Url = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

/** A graph as a form field takes it (`plan/saveDraft`): JSON, gzip, base64url. A large plan is a tenth of its text. */
export const packGraph = async (graph: Plan): Promise<string> => {
  const packed = new Blob([JSON.stringify(graph)]).stream().pipeThrough(new CompressionStream('gzip'));
  return base64Url(new Uint8Array(await new Response(packed).arrayBuffer()));
};
