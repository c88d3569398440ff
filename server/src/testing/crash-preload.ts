import pg from 'pg'

// Loaded before the shop by the crash tests (node --import): kills the process, as a power cut
// would, at a statement that CRASH_AT names as `before|after <pattern>`; CRASH_SKIP lets that many
// pass first.
const [when, ...pattern] = (process.env.CRASH_AT ?? '').split(' ')
const named = new RegExp(pattern.join(' ') || '^$', 'i')
let skip = Number(process.env.CRASH_SKIP ?? 0)

type Query = (this: pg.Client, ...given: unknown[]) => unknown
const original = pg.Client.prototype.query as unknown as Query

const crash = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const first = given[0] as string | { text?: string }
  // However its lines are broken.
  const text = (typeof first === 'string' ? first : (first?.text ?? '')).replace(/\s+/g, ' ')
  const hit = when && named.test(text) && skip-- <= 0
  if (hit && when === 'before') crash()
  const result = original.apply(this, given)
  if (hit && when === 'after') Promise.resolve(result).then(crash, () => {})

  return result
} as never
