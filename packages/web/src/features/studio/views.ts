/** What one sees of a plan; the graph is the plain one. Stands in the address as `?view=`. */
export const views = [
  'graph',
  'knowledge',
  'intents',
  'levels',
  'guide',
  'tests',
  'voices',
  'versions',
  'settings',
] as const;
export type View = (typeof views)[number];

/** Where one stands in the studio: kept in the address, so that a reload and a link lead to the same place. */
export interface Place {
  readonly view: View;
  /** Flow on the canvas; null: the first. */
  readonly flow: string | null;
  readonly heat: boolean;
}

export const placeOf = (query: URLSearchParams): Place => ({
  view: views.find(view => view === query.get('view')) ?? 'graph',
  flow: query.get('flow'),
  heat: query.has('heat'),
});

export const queryOf = ({ view, flow, heat }: Place): Record<string, string> => ({
  ...(view !== 'graph' && { view }),
  ...(flow !== null && { flow }),
  ...(heat && { heat: '1' }),
});
