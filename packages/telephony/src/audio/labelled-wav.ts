/**
 * A sound that leaves the house as a WAV file of 16-bit samples, which every player knows. Made by synthesis it says so
 * in its metadata, as GB 45438-2025 (标识方法, implicit label of a file) asks: the comment of LIST/INFO holds the JSON
 * `AIGC` with who made it and a number of this file. Players skip what they do not know.
 */
export interface SynthesisLabel {
  /** Who provides the service, as it signs. */
  readonly producer: string;
  /** Names this content: a hash of it, or what it is of. */
  readonly produceId: string;
}

/** `Label` 1: it is made by a machine. Fields of others who pass it on are theirs to fill. */
const labelText = ({ producer, produceId }: SynthesisLabel): string =>
  JSON.stringify({
    AIGC: {
      Label: '1',
      ContentProducer: producer,
      ProduceID: produceId,
      ReservedCode1: '',
      ContentPropagator: '',
      PropagateID: '',
      ReservedCode2: '',
    },
  });

const chunk = (name: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
};

/** `LIST` of kind `INFO` with one comment; text of INFO ends with NUL. Non-ASCII is escaped, for readers of any code page. */
export const labelChunk = (label: SynthesisLabel): Buffer => {
  const text = labelText(label).replace(
    /[^\x20-\x7e]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return chunk(
    'LIST',
    Buffer.concat([Buffer.from('INFO', 'latin1'), chunk('ICMT', Buffer.from(`${text}\0`, 'latin1'))]),
  );
};

/** Mono, `rate` samples a second. `label` null: a person spoke it. */
export const speechWav = (samples: Int16Array, label: SynthesisLabel | null, rate = 8_000): Buffer => {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * 2, 8);
  format.writeUInt16LE(2, 12);
  format.writeUInt16LE(16, 14);
  const data = Buffer.alloc(samples.length * 2);
  for (let at = 0; at < samples.length; at += 1) data.writeInt16LE(samples[at]!, at * 2);
  const body = Buffer.concat([
    Buffer.from('WAVE', 'latin1'),
    chunk('fmt ', format),
    ...(label === null ? [] : [labelChunk(label)]),
    chunk('data', data),
  ]);
  return chunk('RIFF', body);
};
