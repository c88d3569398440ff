/** The source of time. Tests move it; the shop never asks Date itself. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The instant some seconds after another. */
export const secondsAfter = (from: Date, seconds: number): Date =>
  new Date(from.getTime() + seconds * 1000)
