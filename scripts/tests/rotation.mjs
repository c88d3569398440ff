// Rotation of the long form: one sixth a day, so that a week covers all of it.

const days = 6

/**
 * The tasks of a day. The tasks are split into six parts of similar total time. The split depends
 * only on their names and times.
 */
export function partOfDay(all, day) {
  const parts = Array.from({ length: days }, () => ({ seconds: 0, things: [] }))
  const byLength = all.toSorted((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1))

  for (const thing of byLength) {
    const shortest = parts.reduce((a, b) => (b.seconds < a.seconds ? b : a))
    shortest.things.push(thing)
    shortest.seconds += thing.seconds
  }

  return parts[day % days].things
}

/**
 * The plan for a number of seconds: tests of the change in their order, then the tasks of the day,
 * which get at least a third of the time. `left` remains for another day. If the tasks of a day do
 * not all fit, six days later they begin with another task.
 */
export function planOf({ watching, all, day, seconds }) {
  const today = partOfDay(all, day)
  const turn = today.length ? Math.floor(day / days) % today.length : 0
  const chosen = new Map()
  let spent = 0

  const take = (things, most) => {
    for (const thing of things) {
      if (chosen.has(thing.name) || spent + thing.seconds > most) continue

      chosen.set(thing.name, thing)
      spent += thing.seconds
    }
  }

  take(watching, (seconds * 2) / 3)
  take([...today.slice(turn), ...today.slice(0, turn)], seconds)
  take(watching, seconds)

  return {
    chosen: [...chosen.values()],
    left: all.filter(({ name }) => !chosen.has(name)),
    spent,
  }
}
