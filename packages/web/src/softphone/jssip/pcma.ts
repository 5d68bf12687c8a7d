const pcma = '8';

/**
 * An offer of A-law and keys alone: what the line speaks is what the browser speaks, nothing is coded twice. A payload
 * type is kept when it is A-law's or carries keys at the same clock.
 */
export const onlyPcma = (sdp: string): string => {
  const lines = sdp.split('\r\n');
  const keys = lines.flatMap(line => /^a=rtpmap:(\d+) telephone-event\/8000/.exec(line)?.[1] ?? []);
  const kept = [pcma, ...keys];
  const isKept = (line: string): boolean => {
    const type = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+)/.exec(line)?.[1];
    return type === undefined || kept.includes(type);
  };
  return lines
    .filter(isKept)
    .map(line => line.replace(/^(m=audio \d+ \S+) .*$/, `$1 ${kept.join(' ')}`))
    .join('\r\n');
};
