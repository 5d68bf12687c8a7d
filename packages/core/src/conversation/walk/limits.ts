/**
 * The measures of turn-taking, in ms. They are what a phone ear is used to: people answer within a second, and a pause
 * of more than a second and a half on a telephone reads as a dead line.
 */

/** Picked up: a callee's 「喂？」 is waited for so long before the robot opens. */
export const GREETING_WAIT_MS = 700;
/** A greeting's voice has ended (noticed half a second late): its words may still come. */
export const GREETING_PAUSE_MS = 150;
/** However long the greeting, the robot opens by then. */
export const LONGEST_GREETING_MS = 4_000;
/**
 * Voice has ended and no sentence came: a recogniser's final result needs up to so long. With the half second
 * by which quiet is noticed late it stays below a second and a half of silence.
 */
export const SENTENCE_WAIT_MS = 1_000;
/** The same when some words have come: a sentence is surely under way. */
export const WORDS_WAIT_MS = 2_500;
/** A sentence came while the voice goes on: answered at the latest now. */
export const HOLD_MS = 1_000;
/** Voice without any sentence (music, a television): not understood. */
export const LONGEST_VOICE_MS = 15_000;
/** Voice shorter than this is a cough, not speech; the detector's own tail of some 400 ms is in it. */
export const COUGH_MS = 650;
/** Pause after a key that ends a number. */
export const KEY_PAUSE_MS = 3_000;
/** The last farewell may take so long; then the call is ended in mid-sentence. */
export const FAREWELL_MS = 10_000;
/** Pace of a synthesised voice, to tell how much of a prompt was heard. */
export const MS_PER_CHARACTER = 220;
/** A 「嗯」 after so much of a question answers it; before, it only stopped the robot. */
export const MOSTLY_HEARD_SHARE = 0.6;
/** A timer may fire so early and still count: rims round. */
export const TIMER_SLACK_MS = 50;
/** Silent nodes in a row after which the robot takes its leave: a circle in which nobody is heard. */
export const MOST_HOPS = 40;
/** The world is asked: a filler where the plan has no own, and the pause between two of them. */
export const DEFAULT_FILLER_MS = 1_200;
export const FILLER_PAUSE_MS = 3_000;
/** What a person who was rung is told first may take so long. */
export const ANNOUNCING_MS = 20_000;
/** Somebody is rung: the pause between the words said meanwhile. */
export const WAITING_PAUSE_MS = 5_000;
/** A text message is handed over within this; its way to the phone is another matter. */
export const SMS_LIMIT_MS = 5_000;
/** Lines of the talk a language model is shown. */
export const MOST_SAID_LINES = 40;
/** Longest answer of a language model that is spoken, in characters. */
export const LONGEST_MODEL_TEXT = 300;
/** Longest value kept of what the world answered, in characters. */
export const LONGEST_KEPT_VALUE = 500;
/** Meanings a language model chooses among. */
export const MOST_CHOICES = 60;
/** Sentences of one turn, and characters of one sentence, that are kept. */
export const SENTENCES_IN_TURN = 20;
export const CHARACTERS_IN_SENTENCE = 500;
