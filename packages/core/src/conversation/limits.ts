/**
 * The measures of turn-taking, in ms. They are what a phone ear is used to: people answer within a second, and a pause
 * of more than a second and a half on a telephone reads as a dead line.
 */

/** Picked up: a callee's 「喂？」 is waited for so long before the robot opens. */
export const greetingWaitMs = 700;
/** A greeting's voice has ended (noticed half a second late): its words may still come. */
export const greetingPauseMs = 150;
/** However long the greeting, the robot opens by then. */
export const longestGreetingMs = 4_000;
/**
 * Voice has ended and no sentence came: a recogniser's final result needs up to so long. With the half second
 * by which quiet is noticed late it stays below a second and a half of silence.
 */
export const sentenceWaitMs = 1_000;
/** The same when some words have come: a sentence is surely under way. */
export const wordsWaitMs = 2_500;
/** A sentence came while the voice goes on: answered at the latest now. */
export const holdMs = 1_000;
/** Voice without any sentence (music, a television): not understood. */
export const longestVoiceMs = 15_000;
/** Voice shorter than this is a cough, not speech; the detector's own tail of some 400 ms is in it. */
export const coughMs = 650;
/** Pause after a key that ends a number. */
export const keyPauseMs = 3_000;
/** The last farewell may take so long; then the call is ended in mid-sentence. */
export const farewellMs = 10_000;
/** Pace of a synthesised voice, to tell how much of a prompt was heard. */
export const msPerCharacter = 220;
/** A 「嗯」 after so much of a question answers it; before, it only stopped the robot. */
export const mostlyHeardShare = 0.6;
/** A timer may fire so early and still count: rims round. */
export const timerSlackMs = 50;
/** Sentences of one turn, and characters of one sentence, that are kept. */
export const sentencesInTurn = 20;
export const charactersInSentence = 500;
