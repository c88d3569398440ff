export type Thing = { name: string; seconds: number }
export function partOfDay<T extends Thing>(all: readonly T[], day: number): T[]
export function planOf<T extends Thing>(given: {
  watching: readonly T[]
  all: readonly T[]
  day: number
  seconds: number
}): { chosen: T[]; left: T[]; spent: number }
