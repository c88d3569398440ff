import pg from 'pg'

// The crash tests load this before the shop (node --import). It kills the process, like a power cut,
// at a statement that CRASH_AT names as `before|after <pattern>`. CRASH_SKIP matches pass first.
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
  // The pattern is one line, a statement may have several.
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
