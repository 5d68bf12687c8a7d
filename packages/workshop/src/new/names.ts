/** A room's name in the ways the code says it. */
export interface RoomNames {
  /** Folder and files: `call-notes`. */
  readonly room: string;
  /** Endpoints and paths: `callNotes`. */
  readonly key: string;
  /** Types and binders: `CallNotes`. */
  readonly type: string;
  /** Its table: `call_notes`. */
  readonly table: string;
}

/** Words in small letters, joined by hyphens; longer ones are no name. */
const roomName = /^(?=.{3,24}$)[a-z]+(?:-[a-z]+)*$/;

/** Null: no room can be called so. */
export const namesOf = (room: string): RoomNames | null => {
  if (!roomName.test(room)) return null;
  const type = room.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return { room, key: type.charAt(0).toLowerCase() + type.slice(1), type, table: room.replaceAll('-', '_') };
};
