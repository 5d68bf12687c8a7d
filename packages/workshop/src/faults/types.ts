/** A mistake that could be made, planted into a copy of the tree; the named test must turn red. */
export interface Fault {
  /** What goes wrong for people, as a sentence. */
  readonly says: string;
  /** The declaration the mistake is made in, and the folder or file that has it: it may move about in there. */
  readonly name: string;
  readonly within: string;
  /** Exact text that occurs once in the declaration. */
  readonly find: string;
  readonly replace: string;
  readonly test: NamedTest;
}

export interface NamedTest {
  readonly project: 'fast' | 'slice';
  readonly file: string;
  /** The test's own title, without those of the blocks around it, or how it begins. */
  readonly name: string;
}
