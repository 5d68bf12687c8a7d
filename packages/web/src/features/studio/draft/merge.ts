/** A file of its own, so that it is a chunk of its own: most who write alone never need it. */
export { mergePlans } from '@lianxian/core';
