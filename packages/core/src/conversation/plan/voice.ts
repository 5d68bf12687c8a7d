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
/** The built-in voice as a choice. */
export const houseVoice = 'builtIn';

/** How what is not recorded is spoken. */
export type VoiceChoice = Pick<PlanVoice, 'by' | 'speed'>;

export const voiceChoiceOf = ({
  defaults: { voice },
}: {
  readonly defaults: { readonly voice?: PlanVoice };
}): VoiceChoice => ({
  ...(voice?.by && { by: voice.by }),
  ...(voice?.speed !== undefined && { speed: voice.speed }),
});
