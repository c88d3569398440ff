/** The backdrop; while music plays the dots move `musicSpeed` times as fast (Q102). */
export const particles = { count: 80, linkPx: 100, musicSpeed: 3 } as const
