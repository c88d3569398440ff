import type { Source } from '../../../kit/palette.tsx'

/** What the palette looks up as one types. */
export const sources: readonly Source[] = []
