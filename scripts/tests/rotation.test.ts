import { describe, expect, it } from 'vitest'

import { partOfDay, planOf } from './rotation.mjs'

const things = Array.from({ length: 20 }, (_, i) => ({ name: `t${i + 10}`, seconds: 1 + (i % 4) }))
const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)

describe('what the long form leaves to other days', () => {
  it('six days in a row try each thing exactly once, in parts of about the same length', () => {
    const parts = [20_000, 20_001, 20_002, 20_003, 20_004, 20_005].map((day) =>
      partOfDay(things, day),
    )
    expect(namesOf(parts.flat()).toSorted()).toEqual(namesOf(things))
    const lengths = parts.map((part) => part.reduce((sum, { seconds }) => sum + seconds, 0))
    expect(Math.min(...lengths)).toBe(8)
    expect(Math.max(...lengths)).toBe(9)
  })

  it('what watches the change comes first, nothing runs twice, and what does not fit is left', () => {
    const [first, second] = things as [(typeof things)[0], (typeof things)[0]]
    const plan = planOf({ watching: [second, first, second], all: things, day: 0, seconds: 8 })
    expect(namesOf(plan.chosen).slice(0, 2)).toEqual(['t11', 't10'])
    expect(plan.spent).toBeLessThanOrEqual(8)
    expect(new Set(namesOf(plan.chosen)).size).toBe(plan.chosen.length)
    expect([...namesOf(plan.chosen), ...namesOf(plan.left)].toSorted()).toEqual(namesOf(things))
  })

  it('a third of the time is the day’s part, however much watches the change', () => {
    const plan = planOf({ watching: things, all: things, day: 2, seconds: 24 })
    const today = namesOf(partOfDay(things, 2))

    expect(
      namesOf(plan.chosen)
        .filter((name) => today.includes(name))
        .toSorted(),
    ).toEqual(today.toSorted())

    expect(plan.spent).toBeLessThanOrEqual(24)
    expect(plan.spent).toBeGreaterThan(20)
  })

  it('a part that does not fit begins elsewhere in the next round, so each thing has its turn', () => {
    const runs = Array.from({ length: 24 }, (_, day) =>
      planOf({ watching: [], all: things, day, seconds: 4 }),
    )
    const tried = new Set(runs.flatMap(({ chosen }) => namesOf(chosen)))
    expect([...tried].toSorted()).toEqual(namesOf(things))
  })

  it('nothing is chosen where no time is left', () => {
    expect(planOf({ watching: [things[0]!], all: things, day: 3, seconds: 0 }).chosen).toEqual([])
  })
})
