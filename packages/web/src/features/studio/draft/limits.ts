import { type FieldLimits, fieldChars, fieldLimits, planShape } from '@lianxian/contract';

/** What the contract takes of a part of the draft, by its way in the graph: `flows.nodes.name`. */
export const draftLimits = (way: string): FieldLimits => fieldLimits(planShape, way);
export const draftChars = (way: string): number => fieldChars(planShape, way);
