/** What a callee says, in order: its part in the talk. One a call. */
export interface Part {
  /** The next sentence, given the robot's words since the last one ('' where it sends no text); null: nothing more to say. */
  readonly next: (heard: string) => Line | null;
}

export interface Line {
  readonly text: string;
  /** The callee hangs up after it. */
  readonly last: boolean;
}
