/** What a media worker and its recogniser thread say to each other. A stream is one call's. */
export type ToThread =
  | { readonly type: 'open'; readonly stream: number }
  /** 16 kHz, −1…1; a tenth of a second. Answered by `taken`. */
  | { readonly type: 'sound'; readonly stream: number; readonly samples: Float32Array }
  | { readonly type: 'close'; readonly stream: number };

export type FromThread =
  | { readonly type: 'loaded' }
  | { readonly type: 'refused'; readonly because: 'folder' | 'library' }
  | { readonly type: 'taken'; readonly stream: number }
  | { readonly type: 'words' | 'sentence'; readonly stream: number; readonly text: string };

/** What a process and its speaking thread say to each other. */
export interface ToVoiceThread {
  readonly id: number;
  readonly text: string;
  readonly sid: number;
  readonly speed: number;
}

export type FromVoiceThread =
  | { readonly type: 'loaded' }
  | { readonly type: 'refused'; readonly because: 'folder' | 'library' }
  | { readonly type: 'spoken'; readonly id: number; readonly samples: Int16Array; readonly sampleRate: number }
  | { readonly type: 'failed'; readonly id: number };
