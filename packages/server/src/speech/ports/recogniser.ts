/**
 * What understands a callee's voice; adapters lie beside this folder. One `listen` is one connection for one call:
 * sound goes in as it comes, words come back, and `lost` is its last word, said once.
 */
export interface Recogniser {
  /** Names the service for its breaker and its figures; no secret is in it. */
  readonly id: string;
  /** It refuses sound that comes faster than somebody speaks. */
  readonly isRealTime?: true;
  readonly listen: (hears: RecogniserHears) => Hearing;
}

export interface RecogniserHears {
  /** It is reached and takes sound. */
  readonly ready: () => void;
  /** Words of an unfinished sentence so far; may be taken back by the next. */
  readonly words: (text: string) => void;
  readonly sentence: (text: string) => void;
  /** Nothing more comes. Not told after `close`. */
  readonly lost: (because: RecogniserFault) => void;
}

export interface Hearing {
  /** 20 ms of A-law at 8 kHz; read at once, so it may be used again. */
  readonly sound: (frame: Uint8Array) => void;
  readonly close: () => void;
}

export type RecogniserFault =
  /** Nobody answers there, or not in time. */
  | 'unreachable'
  /** The address is of the machine or its own network, and the operator does not allow it. */
  | 'notAllowed'
  /** It answers something that is not its protocol. */
  | 'nonsense'
  /** It closed the connection. */
  | 'closed'
  /** It takes sound more slowly than a callee speaks. */
  | 'slow'
  /** It does not take the key; it does not do what was asked; it has too many at once. */
  | 'keyRefused'
  | 'refused'
  | 'tooMany'
  /** In process: the folder lacks a model, or the library cannot be loaded. */
  | 'folder'
  | 'library';

/** `resting`: its breaker is open. */
export type DeafBecause = RecogniserFault | 'resting';

/** Which service listens to a call, told to its worker with the call. */
export interface RecogniserSettings {
  /** Merchant, id and revision: names it for the breaker, and another revision is another one. */
  readonly service: string;
  readonly kind: 'funasr' | 'vosk' | 'sherpa' | 'aliyunAsr' | 'tencentAsr' | 'xunfeiAsr' | 'volcengineAsr';
  readonly url: string;
  readonly key: string;
  readonly hotwords: readonly string[];
  /** Of a vendor's account: its application, the name of its key, its model, its own table of hot words. */
  readonly appId: string;
  readonly keyId: string;
  readonly model: string;
  readonly vocabulary: string;
}
