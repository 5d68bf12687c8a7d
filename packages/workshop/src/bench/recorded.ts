import type { ClientBase, FieldDef, Pool } from 'pg';
import { z } from 'zod';

/**
 * What a run asks of its database, statement by statement, so that a bare loop can ask the same again (`attempt-bare.ts`) of a
 * database that was made in the same way. What is asked without a transaction, and each transaction, is a unit; units
 * go in the order of their ends: one that waited for another's lock comes after it.
 */
const sentSchema = z.object({
  /** Of {@link Recording.texts}. */
  text: z.number(),
  values: z.array(z.unknown()),
  /** How many it found or changed; null: it may be any number. */
  rows: z.number().nullable(),
});
export const recordingSchema = z.object({
  texts: z.array(z.string()),
  /** In ms of the run. */
  units: z.array(z.object({ endedOn: z.number(), sent: z.array(sentSchema) })),
  /** Numbers by their calls: ids of calls are other ones each time, and a number has one. */
  phones: z.record(z.string(), z.string()),
});
type Sent = z.infer<typeof sentSchema>;
export type Recording = z.infer<typeof recordingSchema>;

interface Answer {
  readonly rowCount: number | null;
  readonly rows?: readonly unknown[][];
  readonly fields?: readonly FieldDef[];
}

/** Each call of an answer with its number: a claim tells both. */
export const callsIn = ({ fields = [], rows = [] }: Answer): readonly (readonly [call: string, phone: string])[] => {
  const [call, phone] = ['call', 'phone'].map(wanted => fields.findIndex(({ name }) => name === wanted));
  return call === -1 || phone === -1 ? [] : rows.map(row => [String(row[call!]), String(row[phone!])] as const);
};

interface Recorder {
  /** Before any of its connections is there. */
  readonly watch: (pool: Pool) => void;
  readonly recording: () => Recording;
}

const ENDS = new Set(['commit', 'rollback']);

export const createRecorder = (): Recorder => {
  const texts = new Map<string, number>();
  const units: Recording['units'] = [];
  const phones: Record<string, string> = {};
  const numberOf = (text: string): number => {
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return known;
  };

  const watchClient = (client: ClientBase): void => {
    const query = client.query.bind(client) as unknown as (asked: unknown, ...more: unknown[]) => Promise<Answer>;
    let open: Sent[] | null = null;
    const note = (text: string, values: readonly unknown[], answer: Answer): void => {
      if (text === 'begin') open = [];
      const sent = open ?? [];
      sent.push({ text: numberOf(text), values: [...values], rows: answer.rowCount });
      for (const [call, phone] of callsIn(answer)) phones[call] = phone;
      if (open !== null && !ENDS.has(text)) return;
      units.push({ endedOn: performance.now(), sent });
      open = null;
    };
    Object.assign(client, {
      query: async (asked: { readonly text: string; readonly values: readonly unknown[] }, ...more: unknown[]) => {
        const answer = await query(asked, ...more);
        if (typeof asked === 'object') note(asked.text, asked.values ?? [], answer);
        return answer;
      },
    });
  };

  return {
    watch: pool => pool.on('connect', watchClient),
    recording: () => ({ texts: [...texts.keys()], units, phones }),
  };
};
