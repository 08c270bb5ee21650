/**
 * How much of one line can still be redrawn, in bytes (columns once it was edited). A longer line is handed on in
 * pieces of this size, so that a file without newlines needs no more memory than this.
 */
export const OPEN_LINE_BYTES = 16 * 1024
/**
 * How far a program can move up to redraw lines that were complete, in bytes: what the newest such lines had when most
 * was printed. What lies farther back is final.
 */
export const EDITABLE_BYTES = 16 * 1024
/** The same in lines: higher than terminals are. After so many lines without a movement up all of them are final. */
export const EDITABLE_LINES = 100
