import pg from 'pg'

// Crash tests load this before the shop (node --import). It kills the process, like a power cut,
// before or after a statement; CRASH_AT has the form `before|after <pattern>`. The first CRASH_SKIP
// matches do not count.
const [when, ...pattern] = (process.env.CRASH_AT ?? '').split(' ')
const crashPattern = new RegExp(pattern.join(' ') || '^$', 'i')
let remainingSkips = Number(process.env.CRASH_SKIP ?? 0)

type Query = (this: pg.Client, ...given: unknown[]) => unknown
const original = pg.Client.prototype.query as unknown as Query

const crash = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const statement = given[0] as string | { text?: string }
  // Joins the lines of a statement, because the pattern is one line.
  const text = (typeof statement === 'string' ? statement : (statement?.text ?? '')).replace(
    /\s+/g,
    ' ',
  )
  const isCrashPoint = when && crashPattern.test(text) && remainingSkips-- <= 0
  if (isCrashPoint && when === 'before') crash()
  const result = original.apply(this, given)
  if (isCrashPoint && when === 'after') Promise.resolve(result).then(crash, () => {})

  return result
} as never
