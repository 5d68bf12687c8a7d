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
/** Silent nodes in a row after which the robot takes its leave: a circle in which nobody is heard. */
export const mostHops = 40;
/** The world is asked: a filler where the plan has no own, and the pause between two of them. */
export const defaultFillerMs = 1_200;
export const fillerPauseMs = 3_000;
/** What a person who was rung is told first may take so long. */
export const announcingMs = 20_000;
/** Somebody is rung: the pause between the words said meanwhile. */
export const waitingPauseMs = 5_000;
/** A text message is handed over within this; its way to the phone is another matter. */
export const smsLimitMs = 5_000;
/** Lines of the talk a language model is shown. */
export const mostSaidLines = 40;
/** Longest answer of a language model that is spoken, in characters. */
export const longestModelText = 300;
/** Longest value kept of what the world answered, in characters. */
export const longestKeptValue = 500;
/** Meanings a language model chooses among. */
export const mostChoices = 60;
/** Sentences of one turn, and characters of one sentence, that are kept. */
export const sentencesInTurn = 20;
export const charactersInSentence = 500;
