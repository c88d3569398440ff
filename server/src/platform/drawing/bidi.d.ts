/** Types for the part of bidi-js that `runs.ts` uses; its own describe its other file. */
declare module 'bidi-js/dist/bidi.mjs' {
  type Levels = { levels: Uint8Array }

  export default function createBidi(): {
    getEmbeddingLevels(text: string): Levels
    getMirroredCharactersMap(text: string, levels: Uint8Array): Map<number, string>
  }
}
