import type { Plan } from '@lianxian/core';

/** A graph as it goes into a form field: its JSON, gzip, base64url. */
export const packGraph = async (graph: Plan): Promise<string> => {
  const packed = new Blob([JSON.stringify(graph)]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  // By pieces: a call takes only so many arguments.
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};
