/** What one sees of a plan; the graph is the plain one. Stands in the address as `?view=`. */
const views = ['graph', 'knowledge', 'intents', 'levels', 'guide', 'tests', 'voices', 'versions', 'settings'] as const;
export type View = (typeof views)[number];

/** Where one stands in the studio: kept in the address, so that a reload and a link lead to the same place. */
export interface Place {
  readonly view: View;
  /** Flow on the canvas; null: the first. */
  readonly flow: string | null;
  readonly heat: boolean;
  /** Opened in the knowledge base or among the intents; null: the first. */
  readonly entry: string | null;
}

export const placeOf = (query: URLSearchParams): Place => ({
  view: views.find(view => view === query.get('view')) ?? 'graph',
  flow: query.get('flow'),
  heat: query.has('heat'),
  entry: query.get('entry'),
});

export const queryOf = ({ view, flow, heat, entry }: Place): Record<string, string> => ({
  ...(view !== 'graph' && { view }),
  ...(flow !== null && { flow }),
  ...(heat && { heat: '1' }),
  ...(entry !== null && (view === 'knowledge' || view === 'intents') && { entry }),
});
