/** One thing the palette can do; `words` is what is searched beside its label. */
export interface Offer {
  readonly key: string;
  readonly kind: 'tabs' | 'pages' | 'actions' | 'tasks' | 'calls';
  readonly label: string;
  /** Where it belongs: a page's group, a call's time. */
  readonly hint: string;
  readonly words: string;
  readonly go: () => void;
}

const perKind = 6;

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s/_-]/g, '');

/** How well the wish fits, less is better; null where it does not: its start, within, or its letters in order. */
const rank = (wish: string, offer: Pick<Offer, 'label' | 'words'>): number | null => {
  const [wanted, label, words] = [plain(wish), plain(offer.label), plain(offer.words)];
  if (label.startsWith(wanted)) return 0;
  if (label.includes(wanted)) return 1;
  if (words.includes(wanted)) return 2;
  let at = 0;
  for (const letter of label) if (letter === wanted[at]) at += 1;
  return wanted.length > 1 && at === wanted.length ? 3 : null;
};

/** What fits the wish, best first within its kind, at most six of a kind; without a wish all come in their order. */
export const fitting = (wish: string, offers: readonly Offer[]): readonly Offer[] =>
  offers
    .flatMap(offer => {
      const place = rank(wish, offer);
      return place === null ? [] : [{ offer, place }];
    })
    .toSorted((one, other) => one.place - other.place)
    .map(({ offer }) => offer)
    .slice(0, wish.trim() === '' ? offers.length : perKind);

const fewestFigures = 3;
const mostFigures = 12;
/** The figures of a wish that looks for a phone, null when it does not look like one. */
export const figuresOf = (wish: string): string | null => {
  const figures = wish.replaceAll(/[\s-]/g, '');
  return /^\d+$/.test(figures) && figures.length >= fewestFigures && figures.length <= mostFigures ? figures : null;
};
