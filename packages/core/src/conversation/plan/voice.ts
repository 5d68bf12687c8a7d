/** Who speaks. Without it everything that is not recorded is synthesised by the merchant's usual voice. */
export interface PlanVoice {
  /** `recorded`: a version is not published while a sentence lacks its recording. */
  readonly source: 'recorded' | 'synthesised';
  /** Recordings of this person alone (base voices aside); absent: of anybody. */
  readonly speaker?: string;
  /** Sentences that are synthesised by choice, as they are written. */
  readonly synthesised?: readonly string[];
  /** Who synthesises; absent: whoever the merchant chose for all plans. */
  readonly by?: Synthesis;
  /** How fast is synthesised, 1 is usual; absent: as the voice is set up. */
  readonly speed?: number;
}

/** A voice for what is not recorded. */
export interface Synthesis {
  /** `houseVoice`, or a voice service of the merchant by its id. */
  readonly service: string;
  /** One of the service's speakers; empty: it has but one, or its own choice. */
  readonly speaker: string;
}
/** Who speaks in place of a plan's own voice where voices are compared; `name`: as its service was called, '' of the built-in voice. */
export interface ComparedVoice extends Synthesis {
  readonly name: string;
}
/** The built-in voice as a choice. */
export const houseVoice = 'builtIn';
/** Its service is not among those that are there. */
export const isVoiceGone = ({ service }: Synthesis, there: readonly { readonly id: string }[]): boolean =>
  service !== houseVoice && !there.some(({ id }) => id === service);

/** How what is not recorded is spoken. */
export type VoiceChoice = Pick<PlanVoice, 'by' | 'speed'>;

/** @param compared speaks in place of whom the plan chose. */
export const voiceChoiceOf = (
  { defaults: { voice } }: { readonly defaults: { readonly voice?: PlanVoice } },
  compared: Synthesis | null = null,
): VoiceChoice => {
  const by = compared ?? voice?.by;
  return { ...(by && { by }), ...(voice?.speed !== undefined && { speed: voice.speed }) };
};
